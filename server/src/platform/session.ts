import { createHash } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './db/actor.ts'
import { type Bearer, verifyAccessToken } from './tokens.ts'

/** Calls that make something, and so may be repeated under an `Idempotency-Key`. */
const repeatable = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Who knocks: a visitor where no `Authorization` header came, else the session that its access token names. Whether
 * that session still lives is the door's question.
 * @throws Refusal BAD_JWT for anything that is no valid token of ours (safety T18)
 */
export async function callerOf(request: FastifyRequest, now: Date): Promise<Caller> {
  const bearer = await bearerOf(request, now)
  const { id: request_id, studio_id: host_studio_id } = request
  return { session_id: bearer?.session_id ?? null, request_id, host_studio_id, ...idempotencyOf(request) }
}

/**
 * Whom the access token of a request names; null for a visitor.
 * @throws Refusal BAD_JWT for anything that is no valid token of ours (safety T18)
 */
export async function bearerOf(request: FastifyRequest, now: Date): Promise<Bearer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1]
  return (token ? await verifyAccessToken(token, now) : null) ?? fail('BAD_JWT')
}

function idempotencyOf(request: FastifyRequest): Pick<Caller, 'idempotency'> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !repeatable.has(request.method)) return {}
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return { idempotency: { key, fingerprint: createHash('sha256').update(asked).digest('base64url') } }
}
