import { Readable } from 'node:stream'
import { fail } from '@studiohub/contract/errors.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import type { FastifyInstance } from 'fastify'
import { authed } from '#platform/http/rpc.ts'
import type { Clock } from '#platform/process/clock.ts'
import * as service from './service.ts'

export const studioExportsRouter = {
  list: authed.studioExports.list.handler(({ input, context }) =>
    service.listStudioExports(context.caller, input.studio_id),
  ),
  create: authed.studioExports.create.handler(({ input, context }) =>
    service.createStudioExport(context.caller, input.studio_id, context.clock.now()),
  ),
  createLink: authed.studioExports.createLink.handler(async ({ input, context }) => {
    const { link, cookie } = await service.createStudioExportLink(context.caller, input.id, context.clock.now())
    context.setCookie(cookie)
    return link
  }),
}

// The operation name of a download, by which the gates of sessions decide whether it is allowed.
const OPERATION = 'studioExports.createLink'

/**
 * Serves exports to the browser and session that requested the link. A browser continues an interrupted download with `Range`.
 */
export async function studioExportRoutes(app: FastifyInstance, { clock }: { clock: Clock }) {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${service.EXPORTS_PATH}/:id`,
    async (request, reply) => {
      const now = clock.now()
      const id = Id.safeParse(request.params.id).data ?? fail('NOT_FOUND')
      const linkRequest = { query: request.query, cookies: request.headers.cookie }
      const session_id = service.verifyLink(id, linkRequest, now) ?? fail('NOT_FOUND')
      const { id: request_id, studio_id: host_studio_id } = request
      const caller = { session_id, request_id, host_studio_id, operation: OPERATION }
      const { name, size, read } = await service.openStudioExport(caller, id, now)
      const etag = `"${id}"`
      reply.headers({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="${name}"`,
        'content-type': 'application/zip',
        'referrer-policy': 'no-referrer',
        etag,
      })
      const { range, 'if-range': condition } = request.headers
      const isSameFile = condition === undefined || condition === etag
      const bytes =
        range !== undefined && isSameFile ? parseRange(range, size) : { from: 0, to: size - 1, isWhole: true }
      if (!bytes)
        return reply.code(416).header('content-range', `bytes */${size}`).removeHeader('content-disposition').send()
      const { from, to } = bytes
      if (!bytes.isWhole) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
      reply.header('content-length', to - from + 1)
      return reply.send(request.method === 'HEAD' ? null : Readable.from(read(from, to), { objectMode: false }))
    },
  )
}

/** Parses one byte range. Several or unknown ranges mean the whole file, as HTTP allows. Null if it is outside the file. */
function parseRange(header: string, size: number): { from: number; to: number; isWhole: boolean } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === '' && last === '') return { from: 0, to: size - 1, isWhole: true }
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to || from >= size ? null : { from, to, isWhole: false }
}
