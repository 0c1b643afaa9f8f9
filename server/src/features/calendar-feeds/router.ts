import type { FastifyPluginAsync } from 'fastify'
import { sha256 } from '#platform/auth/secrets.ts'
import { authed } from '#platform/http/rpc.ts'
import { hasTag } from '#platform/http/serialized-responses.ts'
import type { Clock } from '#platform/process/clock.ts'
import * as service from './service.ts'

export const calendarFeedsRouter = {
  list: authed.calendarFeeds.list.handler(({ context }) => service.listFeeds(context.caller)),
  create: authed.calendarFeeds.create.handler(({ input, context: { caller, clock } }) =>
    service.createFeed(caller, input.kind, clock.now()),
  ),
  delete: authed.calendarFeeds.delete.handler(({ input, context: { caller, clock } }) =>
    service.deleteFeed(caller, input.id, clock.now()),
  ),
}

// Calendar programs reload at intervals; a conditional request saves the body.
const CACHE = 'private, max-age=300'

/** `GET /calendars/{secret}.ics`, for calendar programs, which have no credentials except the address. */
export const calendarRoutes: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.get<{ Params: { file: string } }>('/:file', { config: { secretPath: true } }, async (request, reply) => {
    request.operation = 'calendarFeeds.read'
    const [, secret = ''] = /^(.+)\.ics$/.exec(request.params.file) ?? []
    const { text, changedAt } = await service.readFeed(secret, { ip: request.ip, now: clock.now() })
    const etag = `"${sha256(text)}"`
    // Last-Modified is only informative: renaming a room changes the text, but no booking.
    reply.headers({ 'cache-control': CACHE, etag, 'last-modified': changedAt.toUTCString(), vary: 'accept-encoding' })
    if (hasTag(request, etag)) return reply.code(304).send()
    reply.header('content-disposition', 'inline; filename="calendar.ics"')
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
