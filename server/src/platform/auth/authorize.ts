import type { Actor } from '@studiohub/contract/actor.ts'
import { type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { studioSessionRefusal } from './gates.ts'

/** Refuses unless a policy said yes. */
export function authorize(allowed: boolean, code: ErrorCode = 'FORBIDDEN') {
  if (!allowed) fail(code)
}

/** A person whose session lives. */
export type Person = Actor & { user_id: string; session_id: string }

/** Refuses visitors and ended sessions. @returns the actor, known to be a person */
export function requirePerson(actor: Actor): Person {
  const { user_id, session_id } = actor
  if (user_id === null || session_id === null) fail('UNAUTHENTICATED')
  return { ...actor, user_id, session_id }
}

/** Refuses people who hold no role at present, be it removed, suspended or not yet given (safety T14). */
export function requireRole(actor: Actor): Person & { role: NonNullable<Actor['role']> } {
  const person = requirePerson(actor)
  const { role } = actor
  if (role === null) fail('NO_ACTIVE_ROLE')
  return { ...person, role }
}

/**
 * Refuses a session of a studio's own domain where the person becomes, or asks to become, part of a studio: it can do so
 * at that studio, and only for a person who has no role elsewhere that would change.
 * @param studio_id the studio to join; null where it is another way to get a role
 * @throws Refusal STUDIO_SESSION
 */
export function requireJoinable({ bound }: Actor, studio_id: string | null): void {
  if (bound && (bound.has_other_roles || bound.studio_id !== studio_id)) throw studioSessionRefusal()
}

/** The studio that a call means: the one it names, else the asker's own. */
export function namedStudio(actor: Actor, named: string | undefined): string {
  return named ?? actor.studio_id ?? fail('VALIDATION_FAILED', { fields: { studio_id: 'Please choose a studio' } })
}

/**
 * Asks for the second factor where the actor has one: before roles are given or taken (safety T20). The browser answers
 * the refusal with its step-up dialog and asks again.
 * @throws Refusal INSUFFICIENT_AAL where the session has not been raised by a factor
 */
export async function requireSecondFactor(tx: Tx, actor: Actor): Promise<void> {
  if (actor.aal === 'aal2') return
  const { rows } = await sql<{ exists: boolean }>`select door.has_second_factor() as exists`.execute(tx)
  if (rows[0]?.exists !== false) fail('INSUFFICIENT_AAL')
}
