import { createHash } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/actor.ts'
import type { Idempotency } from '../db/idempotency.ts'
import { type Bearer, verifyAccessToken } from './tokens.ts'

/**
 * The caller of a request: a visitor if it has no `Authorization` header, else the session of its access token. The
 * database checks later whether that session is still active.
 * @throws AppError BAD_JWT for an invalid token (safety T18)
 */
export async function callerOf(request: FastifyRequest, now: Date): Promise<Caller> {
  const bearer = await bearerOf(request, now)
  const { id: request_id, studio_id: host_studio_id } = request
  const onActor: Caller['onActor'] = (actor) => {
    request.actor = actor
  }
  return { session_id: bearer?.session_id ?? null, request_id, host_studio_id, onActor }
}

/**
 * The bearer of a request's access token; null for a visitor.
 * @throws AppError BAD_JWT for an invalid token (safety T18)
 */
export async function bearerOf(request: FastifyRequest, now: Date): Promise<Bearer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1]
  return (token ? await verifyAccessToken(token, now) : null) ?? fail('BAD_JWT')
}

/** Methods that create or change data. */
const changing = new Set(['POST', 'PUT', 'PATCH'])

/** The `Idempotency-Key` of a request and a hash of the request; undefined if it has none. */
export function idempotencyOf(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !changing.has(request.method)) return undefined
  const request_text = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return { key, fingerprint: createHash('sha256').update(request_text).digest('base64url') }
}
