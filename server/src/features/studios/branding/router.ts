import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { iconSizes, readIcon, readManifest } from './app-service.ts'
import { brandSheet, studioPicture } from './service.ts'

const sheetName = /^([0-9a-f-]{36})-[0-9a-z]+\.css$/
const pictureName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]+\.png$/

const iconName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[0-9a-f]+-(192|512)\.png$/
const manifestName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webmanifest$/

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * A studio's branding: `{studio}-{hash}.css` with its colors and fonts, `{studio}-{hash}.png`, the picture for link previews,
 * and `{studio}.webmanifest` with the icons `{studio}-{hash}-{size}.png` of its app. The names change with the content, so caches may keep the files forever.
 */
export const brandRoutes: FastifyPluginAsync<{ config: Pick<Config, 'publicUrl'> }> = async (app, { config }) => {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const { file } = request.params
    const pictured = pictureName.exec(file)?.[1]
    if (pictured) {
      const picture = (await studioPicture(request, pictured, config)) ?? fail('NOT_FOUND')
      // Other names redirect to the current picture, so that requests with invented names cannot make us draw pictures.
      if (picture.path !== `/brand/${file}`)
        return reply.header('cache-control', 'no-cache').redirect(picture.path, 302)
      // Other sites show it in link previews.
      reply.headers({
        'cache-control': FOREVER,
        vary: 'accept-encoding',
        'cross-origin-resource-policy': 'cross-origin',
      })
      return reply.type('image/png').send(await picture.draw())
    }
    const managed = manifestName.exec(file)?.[1]
    if (managed) {
      const screen = (await studioPicture(request, managed, config))?.path ?? fail('NOT_FOUND')
      const manifest = (await readManifest(request, managed, screen)) ?? fail('NOT_FOUND')
      return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(manifest))
    }
    const [, iconed, side] = iconName.exec(file) ?? []
    const size = iconSizes.find((one) => String(one) === side)
    if (iconed && size) {
      const icon = (await readIcon(request, iconed, size)) ?? fail('NOT_FOUND')
      if (icon.path !== `/brand/${file}`) return reply.header('cache-control', 'no-cache').redirect(icon.path, 302)
      return reply
        .headers({ 'cache-control': FOREVER, vary: 'accept-encoding' })
        .type('image/png')
        .send(await icon.draw())
    }
    const studio_id = sheetName.exec(file)?.[1] ?? fail('NOT_FOUND')
    const sheet = (await brandSheet(request, studio_id)) ?? fail('NOT_FOUND')
    // An old or future name has other colors, so caches must not keep the current ones under it.
    const isItsOwn = sheet.path === `/brand/${file}`
    reply.headers({ 'cache-control': isItsOwn ? FOREVER : 'no-cache', vary: 'accept-encoding' })
    return reply.type('text/css; charset=utf-8').send(sheet.text)
  })
}
