import { createHash } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../db/actor.ts'
import type { Idempotency } from '../db/idempotency.ts'
import { type Bearer, verifyAccessToken } from './tokens.ts'

/**
 * The call as it came in: from a visitor where no `Authorization` header came, else from the session that its access token
 * names. The database says whether that session still lives.
 * @throws Refusal BAD_JWT for anything that is no valid token of ours (safety T18)
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
 * The person named by a request's access token; null for a visitor.
 * @throws Refusal BAD_JWT for anything that is no valid token of ours (safety T18)
 */
export async function bearerOf(request: FastifyRequest, now: Date): Promise<Bearer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1]
  return (token ? await verifyAccessToken(token, now) : null) ?? fail('BAD_JWT')
}

/** Methods that make or change something. */
const changing = new Set(['POST', 'PUT', 'PATCH'])

/** The key under which a call may be repeated, with a hash of what it asks for. */
export function idempotencyOf(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !changing.has(request.method)) return undefined
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return { key, fingerprint: createHash('sha256').update(asked).digest('base64url') }
}
