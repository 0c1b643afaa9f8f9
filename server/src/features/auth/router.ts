import { errors } from '@studiohub/contract/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HashingBusyError } from '#platform/auth/passwords.ts'
import { publishedKeys } from '#platform/auth/signing-keys.ts'
import { logError } from '#platform/http/app.ts'
import { getRetrySeconds, toAppError } from '#platform/http/errors.ts'
import { parseJsonBody } from '#platform/http/json-body.ts'
import type { Log } from '#platform/process/log.ts'

import { factorWaitRoutes } from './factor-waits/router.ts'
import { recoveryCodeRoutes } from './factors/recovery-codes/router.ts'
import { factorRoutes } from './factors/router.ts'

import { magicLinkRoutes } from './magic-links/router.ts'
import { passkeyRoutes } from './passkeys/router.ts'
import { providerRoutes } from './providers/router.ts'
import { reauthenticationRoutes } from './reauthentication/router.ts'
import { recoveryRoutes } from './recovery/router.ts'
import { resendRoutes } from './resend/router.ts'
import { sessionRoutes } from './sessions/router.ts'
import { userRoutes } from './users/router.ts'
import { verificationRoutes } from './verification/router.ts'
import { visitorRoutes } from './visitors/router.ts'
import { welcomeRoutes } from './welcome/router.ts'
import { AuthError, type AuthErrorCode, type AuthSettings, formatAuthError, throwAuthError } from './wire/rules.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const POSTED_CALLBACK = '/auth/v1/callback'
const JWKS_CACHE = 'public, max-age=600'

/** All routes under `/auth/v1`: the calls of GoTrue that `@supabase/auth-js` makes (`docs/features/auth.md`). */
export async function authRoutes(app: FastifyInstance, options: AuthSettings & { log: Log }) {
  acceptJsonOnly(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // No other site needs these calls, which use no cookie. Only the form post of a provider is allowed from another site,
    // because it just redirects the browser.
    const isChange = request.method !== 'GET' && request.routeOptions.url !== POSTED_CALLBACK
    if (request.headers['sec-fetch-site'] === 'cross-site' && isChange) throwAuthError('csrf')
  })
  app.setErrorHandler((error, request, reply) =>
    sendAuthError(toAuthError(error, request, options.log), request, reply),
  )
  describeService(app, options)
  userRoutes(app, options)
  sessionRoutes(app, options)
  factorRoutes(app, options)
  factorWaitRoutes(app, options)
  recoveryCodeRoutes(app, options)
  passkeyRoutes(app, options)
  recoveryRoutes(app, options)
  magicLinkRoutes(app, options)
  resendRoutes(app, options)
  reauthenticationRoutes(app, options)
  verificationRoutes(app, options)
  welcomeRoutes(app, options)
  visitorRoutes(app, options)
  providerRoutes(app, options)
  // A route instead of a not-found handler, because the product's not-found handler answers with a page.
  app.all('/*', async () => throwAuthError('not_found'))
}

// If a call has no body, the client sends a JSON content type and no bytes.
function acceptJsonOnly(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      try {
        return parseJsonBody(text)
      } catch {
        return throwAuthError('bad_json')
      }
    },
  )
}

function sendAuthError(error: AuthError, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = formatAuthError(error, request.headers[VERSION_HEADER])
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

/** Converts an error. A bug is logged and reveals nothing to the caller. */
function toAuthError(error: unknown, request: FastifyRequest, log: Log): AuthError {
  if (error instanceof AuthError) return error
  if (error instanceof HashingBusyError) return new AuthError('request_timeout', { retry_after: 1 })
  const appError = toAppError(error)
  const code = appError && codesByStatus[errors[appError.code].status]
  logError(log, request, { error, appError: code ? appError : null })
  if (!code) return new AuthError('unexpected_failure')
  if (code !== 'request_timeout') return new AuthError(code)
  const message = appError.code === 'STORAGE_FULL' ? { message: appError.message } : {}
  return new AuthError(code, { ...message, retry_after: getRetrySeconds(appError) ?? 1 })
}

/** Public information about the service: its keys, its settings and its health. */
function describeService(app: FastifyInstance, { config, clock }: AuthSettings) {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', JWKS_CACHE)
    return publishedKeys(clock.now())
  })
  const configured = config.providers.map(({ name }) => [name, true])
  const external = {
    email: true,
    phone: false,
    google: false,
    anonymous_users: false,
    ...Object.fromEntries(configured),
  }
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
  app.post('/sso', async () => throwAuthError('saml_provider_disabled'))
}
