import type { Actor } from '@studiohub/contract/actor.ts'
import { asSystem, type Tx } from './db/door.ts'
import { planned, unanswered } from './db/exchange.ts'

/** One change, or one refusal, as the trail keeps it; values in `before` and `after` hold no secrets. */
export type AuditEntry = {
  actor_id: string | null
  session_id: string | null
  studio_id: string | null
  action: string
  object_type: string
  object_id: string | null
  outcome?: 'done' | 'denied'
  before?: unknown
  after?: unknown
  request_id?: string | null
}

/** What a service says of its change; who made it is known from the actor. */
export type AuditedChange = Omit<AuditEntry, 'actor_id' | 'session_id' | 'outcome'>

/** Writes a change into the trail, in the transaction that makes it. */
export function audit(tx: Tx, actor: Pick<Actor, 'user_id' | 'session_id'>, change: AuditedChange) {
  return insertAuditEntry(tx, { ...change, actor_id: actor.user_id, session_id: actor.session_id })
}

/** Writes an entry whose actor is named by the entry itself: for the authentication service and for jobs. */
export async function insertAuditEntry(tx: Tx, { before, after, ...entry }: AuditEntry) {
  const row = {
    ...entry,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  }
  await tx.executeQuery(unanswered(planned(tx.insertInto('audit_log').values(row).compile())))
}

const DENIALS_PER_MINUTE = 60
const denials = { minute: 0, counts: new Map<string, number>() }

function startMinute(minute: number) {
  Object.assign(denials, { minute, counts: new Map() })
}

/** Forgets the refusals counted so far: a server that starts has written none, whatever its process did before. */
export function beginTrail() {
  startMinute(0)
}

/**
 * Writes a refusal, after the transaction that was refused has been rolled back. Rate-capped per person: a flood of
 * refusals must not become a flood of rows, and must not hide what others are refused in the same minute. Without an
 * actor the count is per object, which is the account that somebody tried to sign in to.
 */
export async function auditDenied(entry: AuditEntry, now: Date) {
  const minute = Math.floor(now.getTime() / 60_000)
  if (denials.minute !== minute) startMinute(minute)
  const person = entry.actor_id ?? `object ${entry.object_id}`
  const count = (denials.counts.get(person) ?? 0) + 1
  denials.counts.set(person, count)
  if (count > DENIALS_PER_MINUTE) return
  await asSystem((tx) => insertAuditEntry(tx, { ...entry, outcome: 'denied' }))
}
