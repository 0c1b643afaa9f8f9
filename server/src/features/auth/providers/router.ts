import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { randomSecret } from '#platform/auth/secrets.ts'
import type { Log } from '#platform/process/log.ts'
import { unlinkIdentity } from '../identities/unlinking/service.ts'
import { sendOnward } from '../redirects/router.ts'
import { requireBearer, requireFresh } from '../sessions/service.ts'
import { mayUsePlainChallenge, type RoomSettings, refuse, visitOf } from '../wire/rules.ts'
import { AuthorizeQuery, CallbackQuery, read, readChallenge } from '../wire/schema.ts'
import { comeBack } from './callback/service.ts'
import { cookieFor, cookieIn, passedOn } from './rules.ts'
import { type Journey, requireProvider, setOut, setOutToLink } from './service.ts'

const BROWSER_BYTES = 32
const Path = z.object({ id: z.uuid() })
const Query = z.record(z.string(), z.unknown())

/** `/authorize` and `/callback`, and the identities of the signed-in person. */
export function providerRoutes(app: FastifyInstance, settings: RoomSettings & { log: Log }) {
  const { config } = settings
  // Its cookie lives where the provider sends the browser back to.
  const isHome = (request: FastifyRequest) => request.host === new URL(config.publicUrl).host

  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const journey = readJourney(request, settings)
    if (!isHome(request)) return reply.redirect(atHome(request, config.publicUrl), 302)
    const browser = knowBrowser(request, reply, settings)
    const location = await setOut({ ...journey, browser }, config, visitOf(request, settings))
    return reply.header('referrer-policy', 'no-referrer').redirect(location, 302)
  })

  app.get('/callback', { exposeHeadRoute: false }, (request, reply) => answerCallback(request, reply, settings))
  acceptPostedCallback(app)

  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const visit = visitOf(request, settings)
    const signedIn = await requireBearer(request, visit.now)
    if (!config.authLinking) refuse('manual_linking_disabled')
    const journey = readJourney(request, settings)
    requireFresh(signedIn, visit.now)
    const browser = isHome(request) ? knowBrowser(request, reply, settings) : null
    const url = await setOutToLink(signedIn, { ...journey, browser }, config, visit)
    return read(Query, request.query).skip_http_redirect === 'true' ? { url } : reply.redirect(url, 302)
  })

  app.delete('/user/identities/:id', async (request) => {
    const visit = visitOf(request, settings)
    const signedIn = await requireBearer(request, visit.now)
    if (!config.authLinking) refuse('manual_linking_disabled')
    const path = Path.safeParse(request.params)
    if (!path.success) return refuse('validation_failed', { status: 404, message: 'identity_id must be an UUID' })
    await unlinkIdentity(signedIn, path.data.id, visit)
    return {}
  })
}

function atHome(request: FastifyRequest, publicUrl: string): string {
  const url = new URL('/auth/v1/authorize', publicUrl)
  url.search = new URL(request.url, publicUrl).search
  return url.href
}

/** What the query asks for; without a challenge nothing begins, since tokens never travel in an address. */
function readJourney(request: FastifyRequest, { config }: RoomSettings): Omit<Journey, 'browser'> {
  const query = read(AuthorizeQuery, request.query)
  const provider = requireProvider(query.provider, config)
  const challenge = readChallenge(query, mayUsePlainChallenge(config))
  if (!challenge) return refuse('validation_failed', { message: 'Signing in by a provider needs a code_challenge' })
  const { redirect_to, scopes } = query
  return { provider, challenge, redirect_to, scopes, extra: passedOn(read(Query, request.query)) }
}

/** The secret of this browser, made at its first journey and written into its cookie again at each. */
function knowBrowser(request: FastifyRequest, reply: FastifyReply, { config }: RoomSettings): string {
  const browser = cookieIn(request.headers.cookie) ?? randomSecret(BROWSER_BYTES)
  reply.header('set-cookie', cookieFor(browser, config.publicUrl))
  return browser
}

async function answerCallback(request: FastifyRequest, reply: FastifyReply, settings: RoomSettings & { log: Log }) {
  const { search } = new URL(request.url, settings.config.publicUrl)
  const arrival = { ...read(CallbackQuery, request.query), search, browser: cookieIn(request.headers.cookie) }
  const onward = await comeBack(arrival, settings.config, visitOf(request, settings))
  if (onward.fault) settings.log.warn({ request_id: request.id, err: onward.fault }, 'a sign-in provider failed')
  return sendOnward(reply, onward)
}

/**
 * Some providers send the browser back with a form. Such a request comes without our cookie, so the browser is sent once
 * round: the same answer as a query, and then the cookie comes along.
 */
function acceptPostedCallback(app: FastifyInstance) {
  app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded'
    forms.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => text)
    forms.post('/callback', async (request, reply) => {
      const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      return reply.header('referrer-policy', 'no-referrer').redirect(`/auth/v1/callback?${fields}`, 303)
    })
  })
}
