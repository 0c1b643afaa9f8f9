import { createHash } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './db/door.ts'
import { verifyAccessToken } from './tokens.ts'

/** Calls that make something, and so may be repeated under an `Idempotency-Key`. */
const repeatable = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Who knocks: a visitor where no `Authorization` header came, else the session that its access token names. Whether
 * that session still lives is the door's question.
 * @throws Refusal BAD_JWT for anything that is no valid token of ours (safety T18)
 */
export async function callerOf(request: FastifyRequest, now: Date): Promise<Caller> {
  const caller: Caller = { session_id: null, request_id: request.id, ...idempotencyOf(request) }
  const header = request.headers.authorization
  if (header === undefined) return caller
  const token = /^bearer +([^ ]+)$/i.exec(header)?.[1]
  const bearer = token ? await verifyAccessToken(token, now) : null
  if (!bearer) fail('BAD_JWT')
  return { ...caller, session_id: bearer.session_id }
}

function idempotencyOf(request: FastifyRequest): Pick<Caller, 'idempotency'> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !repeatable.has(request.method)) return {}
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
  return { idempotency: { key, fingerprint: createHash('sha256').update(asked).digest('base64url') } }
}
