import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { readCaller } from '../auth/session.ts'
import { asActor } from '../db/actor.ts'
import { inputErrorToAppError } from '../http/input-errors.ts'
import type { Clock } from '../process/clock.ts'
import { addStream, hasTooManyStreams } from './streams.ts'

const StreamRequest = z.object({
  studio_id: z.uuid({ error: 'This is not a valid studio id' }).optional(),
  /** When the page began to load its data, by the `Date` header of a response, in milliseconds. */
  since: z.coerce.number({ error: 'This is not a time in milliseconds' }).optional(),
})

/**
 * The live stream of server-sent events: `resync` (load everything again) and `changed` (`{ topic, id }`: load that again).
 * With `since` it begins with the changes since then if all of them are known, else with `resync`.
 * The token must be in the header, because addresses are logged.
 */
export const eventRoutes: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.get('/', { exposeHeadRoute: false }, async (request, reply) => {
    const parsed = StreamRequest.safeParse(request.query)
    const caller = {
      ...(await readCaller(request, clock.now())),
      operation: 'events.listen',
      named_studio_id: parsed.data?.studio_id ?? null,
    }
    const actor = await asActor(caller, async (_tx, actor) => actor)
    if (actor.user_id === null) fail('UNAUTHENTICATED')
    if (actor.role === null) fail('NO_ACTIVE_ROLE')
    if (!parsed.success) throw inputErrorToAppError(parsed.error)
    const studio_id = parsed.data.studio_id ?? null
    if (studio_id !== null && actor.role !== 'super_admin' && actor.studio_id !== studio_id) fail('FORBIDDEN')
    if (hasTooManyStreams(actor.user_id)) {
      reply.header('retry-after', '30')
      fail('RATE_LIMITED')
    }
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Proxies must not buffer events, which must arrive at once.
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    addStream({ actor, studio_id, response: reply.raw }, parsed.data.since ?? null)
  })
}
