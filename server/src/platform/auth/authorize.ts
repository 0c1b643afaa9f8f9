import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { createStudioSessionError } from './gates.ts'

/**
 * Requires that a policy (`can...`) allows the call. Only for rights: other rules are `if (...) fail(code)`, so that a search
 * for `authorize` finds every check of rights.
 * @throws AppError with `code` if `allowed` is false
 */
export function authorize(allowed: boolean, code: ErrorCode = 'FORBIDDEN') {
  if (!allowed) fail(code)
}

/** A signed-in person, or the API key of one. */
export type AccountActor = Actor & { user_id: string }

/** Requires an active session or a valid API key. @returns the actor as a person @throws AppError UNAUTHENTICATED */
export function requirePerson(actor: Actor): AccountActor {
  const { user_id } = actor
  if (user_id === null) fail('UNAUTHENTICATED')
  return { ...actor, user_id }
}

/** A person with a session, not with an API key. */
export type SessionActor = AccountActor & { session_id: string }

/** Requires an active session. @returns the actor as a person with a session @throws AppError UNAUTHENTICATED */
export function requireSession(actor: Actor): SessionActor {
  const person = requirePerson(actor)
  const { session_id } = actor
  if (session_id === null) fail('UNAUTHENTICATED')
  return { ...person, session_id }
}

/** Requires an active role: not removed, suspended or pending. @throws AppError NO_ACTIVE_ROLE */
export function requireRole(actor: Actor): AccountActor & { role: NonNullable<Actor['role']> } {
  const person = requirePerson(actor)
  const { role } = actor
  if (role === null) fail('NO_ACTIVE_ROLE')
  return { ...person, role }
}

/**
 * Fails unless the actor may get a role at this studio. A session of a studio's own domain can do so at that studio only,
 * and only if the person has no role at another studio, because that role would change.
 * @param studio_id the studio to join; null for any other way to get a role
 * @throws AppError STUDIO_SESSION
 */
export function checkJoinable({ bound_studio }: Actor, studio_id: string | null): void {
  if (bound_studio && (bound_studio.has_other_roles || bound_studio.studio_id !== studio_id))
    throw createStudioSessionError()
}

/**
 * The studio of a call: the studio that the call names, else the actor's own.
 * @throws AppError VALIDATION_FAILED if there is neither
 */
export function resolveStudioId(actor: Actor, named_studio_id: string | undefined): string {
  return (
    named_studio_id ?? actor.studio_id ?? fail('VALIDATION_FAILED', { fields: { studio_id: 'Please choose a studio' } })
  )
}

/**
 * Requires a confirmed second factor if the actor has one. Call it before roles are given or removed. On this
 * error the browser asks for the second factor and repeats the call. An API key needs no confirmation: its creator confirmed
 * when they chose the permission for this call.
 * @throws AppError INSUFFICIENT_AAL if the session was not confirmed with a factor
 */
export async function requireSecondFactor(tx: Tx, actor: Actor): Promise<void> {
  if (actor.aal === 'aal2' || actor.key) return
  const { rows } = await sql<{ exists: boolean }>`select door.has_second_factor() as exists`.execute(tx)
  if (rows[0]?.exists !== false) fail('INSUFFICIENT_AAL')
}
