import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { brandSheet } from './service.ts'

const sheetName = /^([0-9a-f-]{36})-[0-9a-z]+\.css$/

/** `GET /brand/{studio}-{hash}.css`: a studio's colours and fonts; its name changes with them, so it is kept for ever. */
export async function brandRoutes(app: FastifyInstance) {
  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const studio_id = sheetName.exec(request.params.file)?.[1] ?? fail('NOT_FOUND')
    const sheet = (await brandSheet(request, studio_id)) ?? fail('NOT_FOUND')
    // Under another name (a former one, or one that colours to come will have) a cache must not keep today's colours.
    const isItsOwn = sheet.path === `/brand/${request.params.file}`
    const cacheControl = isItsOwn ? 'public, max-age=31536000, immutable' : 'no-cache'
    reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
    return reply.type('text/css; charset=utf-8').send(sheet.text)
  })
}
