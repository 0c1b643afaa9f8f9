import { createHash } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { API_KEY_PREFIX } from '@studiohub/contract/features/api-keys/words.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/actor.ts'
import type { Idempotency } from '../db/idempotency.ts'
import { normalizeIp } from '../http/limits.ts'
import { sha256 } from './secrets.ts'
import { type Bearer, verifyAccessToken } from './tokens.ts'

/**
 * The caller of a request: a visitor without an `Authorization` header, else the session of its access token, or an API key.
 * The database checks later whether the session or key is still active.
 * @throws AppError BAD_JWT for an invalid token
 */
export async function readCaller(request: FastifyRequest, now: Date): Promise<Caller> {
  const { id: request_id, studio_id: host_studio_id } = request
  const key = readApiKey(request)
  const bearer = key ? null : await readBearer(request, now)
  const onActor: Caller['onActor'] = (actor) => {
    request.actor = actor
  }
  return { session_id: bearer?.session_id ?? null, request_id, host_studio_id, onActor, ...(key && { key }) }
}

const API_KEY = new RegExp(`^bearer +(${API_KEY_PREFIX}[\\w-]{1,200})$`, 'i')

/** The hash of a request's API key, and the address of its caller; null without a key. */
function readApiKey(request: FastifyRequest): Caller['key'] | null {
  const secret = API_KEY.exec(request.headers.authorization ?? '')?.[1]
  return secret ? { hash: sha256(secret), address: normalizeIp(request.ip) } : null
}

/**
 * The bearer of the access token of a request; null for a visitor.
 * @throws AppError BAD_JWT for an invalid token
 */
export async function readBearer(request: FastifyRequest, now: Date): Promise<Bearer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1]
  return (token ? await verifyAccessToken(token, now) : null) ?? fail('BAD_JWT')
}

/** Methods that create or change data. */
const methodsWithChanges = new Set(['POST', 'PUT', 'PATCH'])

/** The `Idempotency-Key` of a request and a hash of the request; undefined if it has none. */
export function readIdempotency(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !methodsWithChanges.has(request.method)) return undefined
  const request_text = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return { key, fingerprint: createHash('sha256').update(request_text).digest('base64url') }
}
