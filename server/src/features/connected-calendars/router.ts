import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import { authed } from '#platform/http/rpc.ts'
import type { Clock } from '#platform/process/clock.ts'
import * as accounts from './accounts/service.ts'
import * as copies from './copies/service.ts'
import * as grants from './grants/service.ts'
import * as service from './service.ts'

const { connectedCalendars } = authed

export const connectedCalendarsRouter = {
  list: connectedCalendars.list.handler(({ input, context }) => service.listCalendars(context.caller, input.studio_id)),
  create: connectedCalendars.create.handler(({ input, context: { caller, clock } }) =>
    service.connectCalendar(caller, input, clock.now()),
  ),
  find: connectedCalendars.find.handler(({ input, context: { caller, clock } }) =>
    accounts.findAccountCalendars(caller, input, clock.now()),
  ),
  createFromAccount: connectedCalendars.createFromAccount.handler(({ input, context: { caller, clock } }) =>
    accounts.connectAccountCalendars(caller, input, clock.now()),
  ),
  createGrant: connectedCalendars.createGrant.handler(({ input, context: { caller, clock } }) =>
    grants.createGrant(caller, input, clock.now()),
  ),
  renewGrant: connectedCalendars.renewGrant.handler(({ input, context: { caller, clock } }) =>
    grants.renewGrant(caller, input.id, clock.now()),
  ),
  redeemGrant: connectedCalendars.redeemGrant.handler(({ input, context: { caller, clock } }) =>
    grants.redeemGrant(caller, input, clock.now()),
  ),
  createFromGrant: connectedCalendars.createFromGrant.handler(({ input, context: { caller, clock } }) =>
    grants.connectGrantCalendars(caller, input, clock.now()),
  ),
  read: connectedCalendars.read.handler(({ input, context: { caller, clock } }) =>
    service.requestReading(caller, input.id, clock.now()),
  ),
  update: connectedCalendars.update.handler(({ input: { id, ...change }, context }) =>
    service.updateCalendar(context.caller, id, change),
  ),
  listMoves: connectedCalendars.listMoves.handler(({ input, context }) =>
    copies.listMoves(context.caller, input.studio_id),
  ),
  answerMove: connectedCalendars.answerMove.handler(({ input, context: { caller, clock } }) =>
    copies.answerMove(caller, input, clock.now()),
  ),
  delete: connectedCalendars.delete.handler(({ input, context }) =>
    service.disconnectCalendar(context.caller, input.id),
  ),
  listTimes: connectedCalendars.listTimes.handler(({ input, context }) =>
    service.listCalendarTimes(context.caller, input),
  ),
}

const BODY_BYTES_MAX = 65_536
const text = z.string().max(4000).catch('')
const Validation = z.object({ validationToken: text })
const Notifications = z.object({ value: z.array(z.object({ clientState: z.string() })).max(1000) })
const Arrival = z.object({ state: text, code: text, error: text })
const pages: ReadonlyMap<string, string> = new Map([
  ['profile', '/profile?tab=calendar'],
  ['settings', '/studio/settings?tab=calendar'],
])

/**
 * `GET /consent`: providers send people back here. It redirects to the page where the consent began, with the provider's
 * answer behind `#`, so that no log contains it. `POST /push/{id}`: providers report that a calendar changed.
 */
export const calendarProviderRoutes: FastifyPluginAsync<{ clock: Clock }> = async (app, { clock }) => {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const
  app.addContentTypeParser('*', options, async (_request: unknown, body: unknown) => body)

  app.get('/consent', { exposeHeadRoute: false }, async (request, reply) => {
    request.operation = 'connectedCalendars.arrive'
    const { state, code, error } = Arrival.parse(request.query)
    const page = pages.get(state.split('.')[0] ?? '') ?? '/profile?tab=calendar'
    const result = error === '' ? { state, code } : { error: 'refused' }
    const location = `${buildHomeUrl(page)}#calendar-consent?${new URLSearchParams(result)}`
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(location, 303)
  })

  app.post<{ Params: { id: string } }>('/push/:id', async (request, reply) => {
    request.operation = 'connectedCalendars.receivePush'
    // Microsoft first checks that the URL is ours: we must return its text.
    const { validationToken } = Validation.parse(request.query)
    if (validationToken !== '') return reply.type('text/plain; charset=utf-8').send(validationToken)
    await grants.receivePush({ id: request.params.id, secrets: secretsOf(request) }, clock.now())
    return reply.code(204).send()
  })
}

/** The channel secrets in a push: one in a header (Google), or one per change in the body (Microsoft). */
function secretsOf({ headers, body }: FastifyRequest): string[] {
  const token = headers['x-goog-channel-token']
  if (typeof token === 'string') return [token]
  try {
    const { value } = Notifications.parse(JSON.parse(typeof body === 'string' ? body : ''))
    return value.map(({ clientState }) => clientState)
  } catch {
    return []
  }
}
