import { errors } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HashingBusy } from '#platform/auth/passwords.ts'
import { publishedKeys } from '#platform/auth/signing-keys.ts'
import { logError } from '#platform/http/app.ts'
import { retryAfter, toAppError } from '#platform/http/errors.ts'
import { parseJsonBody } from '#platform/http/json-body.ts'
import type { Log } from '#platform/process/log.ts'

import { factorWaitRoutes } from './factor-waits/router.ts'
import { recoveryCodeRoutes } from './factors/recovery-codes/router.ts'
import { factorRoutes } from './factors/router.ts'

import { magicLinkRoutes } from './magic-links/router.ts'
import { providerRoutes } from './providers/router.ts'
import { reauthenticationRoutes } from './reauthentication/router.ts'
import { recoveryRoutes } from './recovery/router.ts'
import { resendRoutes } from './resend/router.ts'
import { sessionRoutes } from './sessions/router.ts'
import { userRoutes } from './users/router.ts'
import { verificationRoutes } from './verification/router.ts'
import { welcomeRoutes } from './welcome/router.ts'
import { type AuthErrorCode, AuthRefusal, answerOf, type RoomSettings, refuse } from './wire/rules.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const POSTED_CALLBACK = '/auth/v1/callback'
const JWKS_CACHE = 'public, max-age=600'

/** Everything under `/auth/v1`: the calls of GoTrue that `@supabase/auth-js` makes (`docs/features/auth.md`). */
export async function authRoutes(app: FastifyInstance, options: RoomSettings & { log: Log }) {
  acceptJsonOnly(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // The calls carry no cookie, so another site gains nothing by them; still, none has any business here.
    // A provider's form is the exception: it only sends the browser round again.
    const changes = request.method !== 'GET' && request.routeOptions.url !== POSTED_CALLBACK
    if (request.headers['sec-fetch-site'] === 'cross-site' && changes) refuse('csrf')
  })
  app.setErrorHandler((error, request, reply) => answer(refusalFor(error, request, options.log), request, reply))
  describeService(app, options)
  userRoutes(app, options)
  sessionRoutes(app, options)
  factorRoutes(app, options)
  factorWaitRoutes(app, options)
  recoveryCodeRoutes(app, options)
  recoveryRoutes(app, options)
  magicLinkRoutes(app, options)
  resendRoutes(app, options)
  reauthenticationRoutes(app, options)
  verificationRoutes(app, options)
  welcomeRoutes(app, options)
  providerRoutes(app, options)
  // A route and not a not-found handler: the pages of the product stand beside it, and no call is ever answered by one.
  app.all('/*', async () => refuse('not_found'))
}

// The client sends a JSON content type with zero bytes where a call has no body.
function acceptJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      try {
        return parseJsonBody(text)
      } catch {
        return refuse('bad_json')
      }
    },
  )
}

function answer(refusal: AuthRefusal, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = answerOf(refusal, request.headers[VERSION_HEADER])
  return reply.code(status).headers(headers).send(body)
}

const codesByStatus: Record<number, AuthErrorCode> = {
  400: 'validation_failed',
  413: 'request_entity_too_large',
  415: 'unsupported_media_type',
  421: 'unknown_host',
  429: 'over_request_rate_limit',
  503: 'request_timeout',
}

/** The refusal that an error stands for; a fault of ours is logged here and tells the asker nothing. */
function refusalFor(error: unknown, request: FastifyRequest, log: Log): AuthRefusal {
  if (error instanceof AuthRefusal) return error
  if (error instanceof HashingBusy) return new AuthRefusal('request_timeout', { retry_after: 1 })
  const appError = toAppError(error)
  const code = appError && codesByStatus[errors[appError.code].status]
  logError(log, request, { error, appError: code ? appError : null })
  if (!code) return new AuthRefusal('unexpected_failure')
  if (code !== 'request_timeout') return new AuthRefusal(code)
  const message = appError.code === 'STORAGE_FULL' ? { message: appError.message } : {}
  return new AuthRefusal(code, { ...message, retry_after: retryAfter(appError) ?? 1 })
}

/** What clients may know of the service without asking for anybody: its keys, its switches, that it is there. */
function describeService(app: FastifyInstance, { config, clock }: RoomSettings) {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', JWKS_CACHE)
    return publishedKeys(clock.now())
  })
  const own = config.providers.map(({ name }) => [name, true])
  const external = { email: true, phone: false, google: false, anonymous_users: false, ...Object.fromEntries(own) }
  app.get('/settings', async () => ({
    external,
    disable_signup: !config.authSignup,
    password_min_length: config.passwordRules.min_length,
    mailer_autoconfirm: !config.authConfirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    captcha: config.captcha && { provider: config.captcha.provider, site_key: config.captcha.siteKey },
  }))
  app.get('/health', async () => ({
    version: 'v1',
    name: 'StudioHub Auth',
    description: 'StudioHub Auth is a user registration and authentication API',
  }))
  app.post('/sso', async () => refuse('saml_provider_disabled'))
}
