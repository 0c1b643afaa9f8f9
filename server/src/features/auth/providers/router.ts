import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { randomSecret } from '#platform/auth/secrets.ts'
import type { Log } from '#platform/process/log.ts'
import { unlinkIdentity } from '../identities/unlinking/service.ts'
import { sendRedirect } from '../redirects/router.ts'
import { requireBearer, requireFresh } from '../sessions/require-session.ts'
import { readRequestContext } from '../wire/router.ts'
import { type AuthSettings, mayUsePlainChallenge, throwAuthError } from '../wire/rules.ts'
import { AuthorizeQuery, CallbackQuery, parseInput, readChallenge } from '../wire/schema.ts'
import { handleCallback } from './callback/service.ts'
import { extraParameters, readCookie, writeCookie } from './rules.ts'
import { type ProviderSignInInput, requireProvider, startProviderLink, startProviderSignIn } from './service.ts'

const BROWSER_BYTES = 32
const Path = z.object({ id: z.uuid() })
const Query = z.record(z.string(), z.unknown())

/** `/authorize` and `/callback`, and the identities of the signed-in person. */
export function providerRoutes(app: FastifyInstance, settings: AuthSettings & { log: Log }) {
  const { config } = settings
  // The provider sends the browser back to this host, so the cookie must be set on it.
  const isHome = (request: FastifyRequest) => request.host === new URL(config.publicUrl).host

  app.get('/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const input = readProviderSignIn(request, settings)
    if (!isHome(request)) return reply.redirect(atPublicUrl(request, config.publicUrl), 302)
    const browser = setBrowserCookie(request, reply, settings)
    const location = await startProviderSignIn({ ...input, browser }, config, readRequestContext(request, settings))
    return reply.header('referrer-policy', 'no-referrer').redirect(location, 302)
  })

  app.get('/callback', { exposeHeadRoute: false }, (request, reply) => answerCallback(request, reply, settings))
  acceptPostedCallback(app)

  app.get('/user/identities/authorize', { exposeHeadRoute: false }, async (request, reply) => {
    const context = readRequestContext(request, settings)
    const tokenData = await requireBearer(request, context.now)
    if (!config.authLinking) throwAuthError('manual_linking_disabled')
    const input = readProviderSignIn(request, settings)
    requireFresh(tokenData, context.now)
    const browser = isHome(request) ? setBrowserCookie(request, reply, settings) : null
    const url = await startProviderLink(tokenData, { ...input, browser }, config, context)
    return parseInput(Query, request.query).skip_http_redirect === 'true' ? { url } : reply.redirect(url, 302)
  })

  app.delete('/user/identities/:id', async (request) => {
    const context = readRequestContext(request, settings)
    const tokenData = await requireBearer(request, context.now)
    if (!config.authLinking) throwAuthError('manual_linking_disabled')
    const path = Path.safeParse(request.params)
    if (!path.success)
      return throwAuthError('validation_failed', { status: 404, message: 'identity_id must be a UUID' })
    await unlinkIdentity(tokenData, path.data.id, context)
    return {}
  })
}

function atPublicUrl(request: FastifyRequest, publicUrl: string): string {
  const url = new URL('/auth/v1/authorize', publicUrl)
  url.search = new URL(request.url, publicUrl).search
  return url.href
}

/** Reads the query of a sign-in. A PKCE challenge is required, because tokens are never sent in an address. */
function readProviderSignIn(request: FastifyRequest, { config }: AuthSettings): Omit<ProviderSignInInput, 'browser'> {
  const query = parseInput(AuthorizeQuery, request.query)
  const provider = requireProvider(query.provider, config)
  const challenge = readChallenge(query, mayUsePlainChallenge(config))
  if (!challenge)
    return throwAuthError('validation_failed', { message: 'Signing in by a provider needs a code_challenge' })
  const { redirect_to, scopes } = query
  return { provider, challenge, redirect_to, scopes, extra: extraParameters(parseInput(Query, request.query)) }
}

/** The secret of this browser. It is created at the first sign-in, and written to the cookie at each sign-in. */
function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, { config }: AuthSettings): string {
  const browser = readCookie(request.headers.cookie) ?? randomSecret(BROWSER_BYTES)
  reply.header('set-cookie', writeCookie(browser, config.publicUrl))
  return browser
}

async function answerCallback(request: FastifyRequest, reply: FastifyReply, settings: AuthSettings & { log: Log }) {
  const { search } = new URL(request.url, settings.config.publicUrl)
  const input = { ...parseInput(CallbackQuery, request.query), search, browser: readCookie(request.headers.cookie) }
  const callbackResult = await handleCallback(input, settings.config, readRequestContext(request, settings))
  if (callbackResult.cause)
    settings.log.warn({ request_id: request.id, err: callbackResult.cause }, 'a sign-in provider failed')
  return sendRedirect(reply, callbackResult)
}

/**
 * Some providers send the browser back with a form post, which has no cookie of ours. The browser is redirected once, with
 * the same fields as a query, and then sends the cookie.
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
