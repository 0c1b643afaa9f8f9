import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { brandSheet, studioPicture } from './service.ts'

const sheetName = /^([0-9a-f-]{36})-[0-9a-z]+\.css$/
const pictureName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]+\.png$/

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * What a studio looks like, each under a name that changes with it and may so be kept for ever: `{studio}-{hash}.css`,
 * its colours and fonts, and `{studio}-{hash}.png`, the picture shown where its address is shared.
 */
export const brandRoutes: FastifyPluginAsync<{ config: Pick<Config, 'publicUrl'> }> = async (app, { config }) => {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const { file } = request.params
    const pictured = pictureName.exec(file)?.[1]
    if (pictured) {
      const picture = (await studioPicture(request, pictured, config)) ?? fail('NOT_FOUND')
      // A former name leads to the present picture; nobody draws one under a name that they thought of.
      if (picture.path !== `/brand/${file}`)
        return reply.header('cache-control', 'no-cache').redirect(picture.path, 302)
      // Shown on other sites by those who preview an address, which is what it is for.
      reply.headers({
        'cache-control': FOREVER,
        vary: 'accept-encoding',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return reply.type('image/png').send(await picture.draw())
    }
    const studio_id = sheetName.exec(file)?.[1] ?? fail('NOT_FOUND')
    const sheet = (await brandSheet(request, studio_id)) ?? fail('NOT_FOUND')
    // Under another name (a former one, or one that colours to come will have) a cache must not keep today's colours.
    const isItsOwn = sheet.path === `/brand/${file}`
    reply.headers({ 'cache-control': isItsOwn ? FOREVER : 'no-cache', vary: 'accept-encoding' })
    return reply.type('text/css; charset=utf-8').send(sheet.text)
  })
}
