import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { KnownHost } from '../hosts/hosts.ts'
import type { Log } from '../process/log.ts'
import { getRetrySeconds, toAppError, toErrorResponse } from './errors.ts'
import { bareHeaders, helmetOptions, ownHeaders } from './headers.ts'
import { parseJsonBody } from './json-body.ts'
import { getNetwork } from './limits.ts'
import { countRequest } from './metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated person, for the log. */
    actor: Actor | null
    /** The contract's name of the call (`bookings.create`), for the log. */
    operation: string | null
    /** The studio on whose own domain the request came in; null at the product's own address. */
    studio_id: string | null
  }
  interface FastifyContextConfig {
    /** The path contains a secret, so it is not logged. */
    secretPath?: true
  }
}

const BODY_LIMIT_BYTES = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_PER_MB_MS = 1_500
const REQUESTS_PER_MINUTE = 1_200
const STALLED_MS = 5_000
const RETRY_AFTER_SECONDS = 5

/**
 * Creates the HTTP server without any feature: with request ids, limits, one format of errors and one log line per request.
 * @param findHost finds the owner of a host; null for an unknown `Host`, which gets an error
 */
export async function createHttpApp(options: {
  config: Config
  log: Log
  findHost: (host: string) => Promise<KnownHost | null>
}): Promise<FastifyInstance> {
  const { config, log } = options
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    // A larger file takes longer to arrive.
    requestTimeout: Math.max(REQUEST_TIMEOUT_MS, config.uploads.file_mb * TIMEOUT_PER_MB_MS),
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Fastify's own response during the shutdown has another format, so the hook below answers.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // No hook runs for FST_ERR_BAD_URL and FST_ERR_ASYNC_CONSTRAINT, so the work of the hooks is repeated here.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...bareHeaders, 'x-request-id': request.id })
      void sendErrorResponse(log, error, request, reply)
      log.info(requestLine(request, reply), 'request')
    },
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? timeoutError : badRequestError)
      else socket.destroy()
    },
  })
  app.decorateRequest('actor', null)
  app.decorateRequest('operation', null)
  app.decorateRequest('studio_id', null)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    parseJsonBody(text),
  )
  app.setErrorHandler((error, request, reply) => sendErrorResponse(log, error, request, reply))
  await app.register(helmet, helmetOptions(config))
  refuseWhileClosing(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...ownHeaders, 'x-request-id': request.id })
    // Only requests to proxies have a full address as their target (`GET http://host/path`). It could name another host
    // than the header `Host`.
    if (!request.url.startsWith('/')) throw new AppError('BAD_REQUEST')
    if (isServicePath(request.url)) return
    const host = (await options.findHost(request.host)) ?? fail('UNKNOWN_HOST')
    request.studio_id = host.studio_id
    if (!URL.canParse(request.url, 'http://host') || hasBadText(request.url)) throw new AppError('BAD_REQUEST')
  })
  app.addHook('onResponse', async (request, reply) => {
    countRequest(request, reply)
    log.info(requestLine(request, reply), 'request')
  })
  await limitLoad(app, config)
  return app
}

/** Responds 503 to requests on open connections during the shutdown. `/readyz` has its own response. */
function refuseWhileClosing(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!closing || isServicePath(request.url)) return
    reply.headers({ ...ownHeaders, 'x-request-id': request.id })
    fail('UNAVAILABLE')
  })
}

/** The raw response to data that is not a valid request. It has the same format as every other error. */
function rawError(code: 'BAD_REQUEST' | 'REQUEST_TIMEOUT'): string {
  const { status, body } = toErrorResponse(new AppError(code))
  const text = JSON.stringify(body)
  const headers = { ...bareHeaders, 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'connection: close', '', text].join('\r\n')
}

const badRequestError = rawError('BAD_REQUEST')
const timeoutError = rawError('REQUEST_TIMEOUT')

async function limitLoad(app: FastifyInstance, config: Config) {
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
  if (config.rateLimit === 'on') {
    await app.register(underPressure, {
      maxEventLoopDelay: STALLED_MS,
      retryAfter: RETRY_AFTER_SECONDS,
      // After a stall of a second the library may have no measurement, which it reports as an infinite delay.
      pressureHandler(_request, _reply, _type, delay) {
        if (delay !== Number.POSITIVE_INFINITY) fail('UNAVAILABLE')
      },
    })
    await app.register(rateLimit, {
      max: REQUESTS_PER_MINUTE,
      timeWindow: '1 minute',
      // A person with IPv6 has a whole network of addresses, which must share one limit.
      keyGenerator: (request) => getNetwork(request.ip),
      // Pages and their files are cheap, and one page needs many of them. Checks the route, not the address, because an
      // address can be spelled in many ways (`/%61uth/v1/token`).
      allowList: (request) => !/^\/(api|auth|functions)\/v1\//.test(request.routeOptions.url ?? ''),
      errorResponseBuilder: () => Object.assign(new AppError('RATE_LIMITED'), { statusCode: 429 }),
    })
  }
}

const servicePaths = new Set(['/healthz', '/readyz', '/metrics', '/internal/domain-allowed'])
// Load balancers, monitors and proxies call these by IP address, so `Host` is not checked.
const isServicePath = (url: string) => servicePaths.has(url.split('?')[0] ?? '')

const hasBadText = (url: string) => {
  try {
    const text = decodeURIComponent(url)
    return text.includes('\0') || !text.isWellFormed()
  } catch {
    return true
  }
}

// All calls of the contract share one Fastify route, so the secret of an invitation is replaced here. Ids stay.
const secretInPath = /^(\/+api\/+v1\/+invitations\/+)(?![\da-f-]{36}(?:\/|$))[^/]+/i

function withoutSecret(url: string): string {
  const path = url.split('?')[0] ?? ''
  // A path can be spelled in many ways (`/%69nvitations`). One that cannot be decoded has no route.
  const decoded = hasBadText(path) ? path : decodeURIComponent(path)
  return secretInPath.test(decoded) ? decoded.replace(secretInPath, '$1{token}') : path
}

function requestLine(request: FastifyRequest, reply: FastifyReply) {
  return {
    request_id: request.id,
    method: request.method,
    // Without the query, because it can contain codes and tokens.
    path: request.routeOptions.config?.secretPath ? request.routeOptions.url : withoutSecret(request.url),
    operation: request.operation ?? request.routeOptions.url ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(request.actor && { user_id: request.actor.user_id, studio_id: request.actor.studio_id }),
    address: request.ip,
  }
}

/** Responds to an error outside of the features' own calls. Logs bugs with the request's id. */
async function sendErrorResponse(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  logError(log, request, { error, appError })
  const { status, body } = toErrorResponse(appError)
  const seconds = getRetrySeconds(appError)
  if (seconds !== null) reply.header('retry-after', seconds)
  // The rest of such a body is not read, so the connection cannot be reused.
  if (appError?.code === 'PAYLOAD_TOO_LARGE') reply.header('connection', 'close')
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

/** Expected errors that an operator has to fix, and that no other log line contains. */
const operatorErrors = new Set<ErrorCode>(['STORAGE_FULL', 'FILES_UNAVAILABLE'])

/** Logs errors on our side. The request log already has expected errors. */
export function logError(log: Log, request: FastifyRequest, failure: { error: unknown; appError: AppError | null }) {
  const { appError } = failure
  if (appError && operatorErrors.has(appError.code)) {
    log.warn({ request_id: request.id, operation: request.operation, err: failure.error }, 'unavailable')
  }
  if (appError) return
  log.error({ request_id: request.id, operation: request.operation, err: failure.error }, 'unexpected error')
}
