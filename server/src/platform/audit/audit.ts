import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { asSystem } from '../db/actor.ts'
import { pipeline, type Statement } from '../db/statements.ts'
import type { Tx } from '../db/transaction.ts'

/** String fields that contain an id, a key, a day, an instant or a network address, never a written text. */
type FactField =
  | 'id'
  | `${string}_${'id' | 'ids' | 'by' | 'at' | 'to' | 'until' | 'date' | 'time' | 'end'}`
  | 'ip'
  | 'method'
  | 'role'
  | 'mentioned'
  | 'provider'
  | 'service_type'
  | 'currency'
  | 'country'
  | 'changed'
  | 'scopes'

type FactOf<Field, Value> = Value extends string
  ? string extends Value
    ? Field extends FactField
      ? Value
      : never
    : Value
  : Value extends number | boolean | null | undefined
    ? Value
    : Value extends readonly (infer Each)[]
      ? readonly FactOf<Field, Each>[]
      : Value extends object
        ? FactsOnly<Value>
        : never

/**
 * The data of a change that the audit log may store: ids, names of fields, enumerated words, numbers, days and instants. The
 * log is never erased, so a text that a person wrote has the type `never` here (docs/decisions/0056). Put the name of such a
 * field into `changed`, or its text into `texts`, which can be erased.
 */
export type FactsOnly<Values> = { [Field in keyof Values]: FactOf<Field, Values[Field]> }

/**
 * The texts of a change. They are stored outside of the audit log, and erased with the account of the person that they are
 * about.
 */
export type Texts = {
  /** Set either the person, or the client record. */
  person_id: string | null
  client_id: string | null
  before: Record<string, string | null>
  after: Record<string, string | null>
}

/** A row of the audit log: a change, or a denied call. For a denied call, `action` is the name of the call. */
export type AuditEntry<Action extends string = AuditAction> = {
  actor_id: string | null
  session_id: string | null
  /** The API key that made the call. The database fills it in for changes. */
  key_id?: string | null
  studio_id: string | null
  action: Action
  object_type: string
  object_id: string | null
  outcome?: 'done' | 'denied'
  texts?: Texts | null
  request_id?: string | null
}

type Author = Pick<Actor, 'user_id' | 'session_id'>

/** A change as a service records it; the author is the actor. */
export type AuditedChange = Omit<AuditEntry, 'actor_id' | 'session_id' | 'outcome'>

/** A row before and after a change. */
export type Facts<Before, After> = { before?: Before & FactsOnly<Before>; after?: After & FactsOnly<After> }

/** Records a change in the audit log, in the transaction that makes it. */
export async function audit<Before, After>(tx: Tx, actor: Author, change: AuditedChange & Facts<Before, After>) {
  await pipeline(tx, auditStatements(tx, actor, change))
}

/** The statements that record a change in the audit log, to be sent with the change itself. */
export const auditStatements = <Before, After>(
  tx: Tx,
  actor: Author,
  change: AuditedChange & Facts<Before, After>,
): Statement[] => auditEntryStatements(tx, { ...change, actor_id: actor.user_id, session_id: actor.session_id })

/** Records a change whose author is named in the entry, for the authentication service and for visitors. */
export async function insertAuditEntry<Before, After>(tx: Tx, entry: AuditEntry & Facts<Before, After>) {
  await pipeline(tx, auditEntryStatements(tx, entry))
}

/** The author of changes that no person makes, such as those of jobs. */
export const systemAuthor = { user_id: null, session_id: null } as const satisfies Author

/** Records a change that no person makes in the audit log. */
export async function insertSystemAuditEntry<Before, After>(tx: Tx, change: AuditedChange & Facts<Before, After>) {
  await audit(tx, systemAuthor, change)
}

/** The statements that write an entry with its texts, to be sent with the change itself. */
export function auditEntryStatements<Before, After>(
  tx: Tx,
  { before, after, texts, ...entry }: AuditEntry<string> & Facts<Before, After>,
): Statement[] {
  const texts_id = texts ? randomUUID() : null
  const row = { ...entry, texts_id, before: factsAsJson(before), after: factsAsJson(after) }
  const insertEntry = tx.insertInto('audit_log').values(row)
  if (!texts || texts_id === null) return [insertEntry]
  const textRow = {
    id: texts_id,
    studio_id: entry.studio_id,
    person_id: texts.person_id,
    client_id: texts.client_id,
    before: JSON.stringify(texts.before),
    after: JSON.stringify(texts.after),
  }
  return [insertEntry, tx.insertInto('audit_texts').values(textRow)]
}

// An id, a day, an instant, a time, a lower-case word, an upper-case code, a network address.
const FACT =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d(:?\d\d)?)?)?|\d\d:\d\d(:\d\d)?|[a-z][\w.:-]{0,63}|[A-Z][A-Z0-9_]{2,63}|[\da-f]*[.:][\da-f.:]*)$/

/** A second check after the types: it removes texts that do not look like a fact. */
function factsAsJson(facts: unknown): string | null {
  if (facts === undefined || facts === null) return null
  return JSON.stringify(facts, (_field, value: unknown) =>
    typeof value === 'string' && !FACT.test(value) ? undefined : value,
  )
}

/**
 * The row before and after a change, for the audit log: the values of the fields in `fieldNames`, and the names of the other
 * changed fields.
 */
export function factsOfChange<Row extends object, const FieldNames extends readonly (keyof Row)[]>(
  before: Row | null | undefined,
  after: Row | null | undefined,
  fieldNames: FieldNames,
) {
  const names: readonly PropertyKey[] = fieldNames
  const fields = Object.keys({ ...before, ...after })
  const changed = fields.filter((field) => !names.includes(field) && !isSame(before, after, field))
  return {
    ...(before && { before: pickFields(before, fieldNames) }),
    ...(after && { after: { ...pickFields(after, fieldNames), changed } }),
  }
}

function pickFields<Row extends object, const FieldNames extends readonly (keyof Row)[]>(
  row: Row,
  fieldNames: FieldNames,
) {
  const facts: Partial<Pick<Row, FieldNames[number]>> = {}
  for (const field of fieldNames) facts[field] = row[field]
  return facts
}

const isSame = (before: object | null | undefined, after: object | null | undefined, field: string) =>
  JSON.stringify(valueIn(before, field)) === JSON.stringify(valueIn(after, field))

const valueIn = (row: object | null | undefined, field: string): unknown =>
  row ? (Reflect.get(row, field) ?? null) : null

const DENIALS_PER_MINUTE = 60
const denials = { minute: 0, counts: new Map<string, number>() }

function resetDenials(minute: number) {
  Object.assign(denials, { minute, counts: new Map() })
}

/** Clears the counts of denied calls; called at start, because a process can start the server more than once. */
export function resetDenialCounts() {
  resetDenials(0)
}

/**
 * Records a denied call, after its transaction was rolled back. At most 60 rows per person and minute, so that one person's
 * denials do not flood the log and hide others. Without an actor the limit is per object, such as the account of a failed
 * sign-in.
 */
export async function auditDenied<Before, After>(entry: AuditEntry<string> & Facts<Before, After>, now: Date) {
  const minute = Math.floor(now.getTime() / 60_000)
  if (denials.minute !== minute) resetDenials(minute)
  const person = entry.actor_id ?? `object ${entry.object_id}`
  const count = (denials.counts.get(person) ?? 0) + 1
  denials.counts.set(person, count)
  if (count > DENIALS_PER_MINUTE) return
  await asSystem((tx) => pipeline(tx, auditEntryStatements(tx, { ...entry, outcome: 'denied' })))
}
