import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** What stands where a name stood; the row keeps its id, so that history hangs together. */
export const FORMER_MEMBER = 'Former member'
const WHY_CANCELLED = 'The client has closed their account'

/** The studios that a person is a client of, in an order in which everybody locks them. */
export async function listStudiosAttended(tx: Tx, user_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .select('studio_id')
    .where('user_id', '=', user_id)
    .where('role', '=', 'client')
    .where('removed_at', 'is', null)
    .distinct()
    .orderBy('studio_id')
    .execute()
  return rows.flatMap(({ studio_id }) => studio_id ?? [])
}

const upcoming = (user_id: string, at: string) =>
  sql<boolean>`client_id = ${user_id}::uuid and status in ('pending', 'confirmed') and starts_at > ${at}::timestamptz`

export async function countUpcomingBookings(tx: Tx, user_id: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('bookings')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(upcoming(user_id, now.toISOString()))
    .executeTakeFirstOrThrow()
  return count
}

/** Cancels what a client has booked from now on, in every studio; their rooms are free again. */
export function cancelUpcomingBookings(tx: Tx, user_id: string, now: Date) {
  const at = now.toISOString()
  return tx
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: at, cancelled_by: user_id, cancel_reason: WHY_CANCELLED, updated_at: at })
    .set({ version: sql`version + 1` })
    .where(upcoming(user_id, at))
    .returning(['id', 'studio_id', 'version'])
    .execute()
}

/**
 * Takes the texts about a client away: notes and reasons of their sessions and check-ins, texts of changes, what they
 * wrote into their own projects and cards, and their comments there. That a session took place, and when, stays.
 */
export async function clearTexts(tx: Tx, user_id: string) {
  await tx.deleteFrom('audit_texts').where('person_id', '=', user_id).execute()
  await tx
    .updateTable('bookings')
    .set({ notes: null, cancel_reason: null })
    .where('client_id', '=', user_id)
    .where((row) => row.or([row('notes', 'is not', null), row('cancel_reason', 'is not', null)]))
    .execute()
  await tx.updateTable('client_checkins').set({ notes: null }).where('client_id', '=', user_id).execute()
  await tx.deleteFrom('card_comments').where('client_id', '=', user_id).where('author_id', '=', user_id).execute()
  for (const [table, title] of [
    ['projects', 'Project'],
    ['production_cards', 'Card'],
  ] as const)
    await tx
      .updateTable(table)
      .set({ title, description: '' })
      .where('client_id', '=', user_id)
      .where('created_by', '=', user_id)
      .execute()
}

// Shorter ones are parts of too many words.
const NAME_LENGTH_MIN = 3

/**
 * What studios wrote about the person stays, without their name and number: in titles, descriptions, comments and file
 * names. Only rows tied to the person, at studios that had let them in, are searched: the name is their own free choice,
 * and a deletion must not rewrite what a studio wrote about others.
 */
export async function removeName(tx: Tx, user_id: string) {
  const person = await tx
    .selectFrom('profiles')
    .select(['full_name', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  const texts = [person?.full_name, person?.phone].flatMap((text) => text?.trim() || [])
  const names = texts.filter((text) => text.length >= NAME_LENGTH_MIN)
  if (names.length === 0) return
  const spelled = names.map((name) => name.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+'))
  const pattern = `(?<![[:alnum:]])(${spelled.join('|')})(?![[:alnum:]])`
  const theirs = sql`(select studio_id from user_roles
    where user_id = ${user_id} and studio_id is not null and activated_at is not null)`
  for (const { table, columns, tiedBy } of named) {
    const isTied = sql.join(
      tiedBy.map((column) =>
        column === 'project_id' ? ofTheirProjects(user_id) : sql`${sql.ref(column)} = ${user_id}`,
      ),
      sql` or `,
    )
    for (const [column, length] of Object.entries(columns)) {
      const without = (text: string) => sql`regexp_replace(${sql.ref(column)}, ${pattern}, ${text}, 'gi')`
      // Where the words do not fit, the name goes without them: nothing else of the text may be cut off.
      await sql`update ${sql.table(table)} set ${sql.ref(column)} =
          case when char_length(${without(FORMER_MEMBER)}) <= ${length} then ${without(FORMER_MEMBER)} else ${without('')} end
        where studio_id in ${theirs} and (${isTied}) and ${sql.ref(column)} ~* ${pattern}`.execute(tx)
    }
  }
  for (const field of ['title', 'about'])
    await sql`update notices set data = data
        || jsonb_build_object(${field}::text, regexp_replace(data ->> ${field}, ${pattern}, ${FORMER_MEMBER}, 'gi'))
      where studio_id in ${theirs} and actor_id = ${user_id} and data ->> ${field} ~* ${pattern}`.execute(tx)
}

const ofTheirProjects = (user_id: string) => sql`project_id in (select id from projects where client_id = ${user_id})`

/** Where studios write about a person: the columns with the longest text each takes, and those that tie a row to a person. */
const named = [
  { table: 'projects', columns: { title: 100, description: 500 }, tiedBy: ['client_id', 'created_by'] },
  { table: 'production_cards', columns: { title: 200, description: 5000 }, tiedBy: ['client_id', 'created_by'] },
  { table: 'tasks', columns: { title: 200, description: 2000 }, tiedBy: ['assigned_to', 'created_by', 'project_id'] },
  { table: 'client_checkins', columns: { notes: 2000 }, tiedBy: ['client_id'] },
  { table: 'card_comments', columns: { body: 4000 }, tiedBy: ['client_id', 'author_id'] },
  { table: 'card_files', columns: { name: 200 }, tiedBy: ['client_id', 'uploaded_by'] },
  { table: 'bookings', columns: { notes: 2000 }, tiedBy: ['client_id'] },
] as const

/** Ends every role of a person and withdraws what they asked for. @returns the roles that were theirs */
export function endRoles(tx: Tx, user_id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: now.toISOString(), removed_by: user_id })
    .where('user_id', '=', user_id)
    .where('removed_at', 'is', null)
    .returning(['id', 'role', 'studio_id'])
    .execute()
}

/** Closes requests to be taken back of somebody who was removed before. */
export async function closeRequestsOf(tx: Tx, user_id: string) {
  await tx
    .updateTable('user_roles')
    .set({ status: 'inactive' })
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .execute()
}

/** Takes the name off what can be booked together with a person, and lets nobody book it any more. */
export async function retireResources(tx: Tx, user_id: string) {
  await tx
    .updateTable('resources')
    .set({ name: FORMER_MEMBER, is_active: false, user_id: null })
    .where('user_id', '=', user_id)
    .execute()
}

/** Deletes what a person wrote to us and to the assistant and the answers kept for their repeated calls: nobody else needs either. */
export async function deleteLetters(tx: Tx, user_id: string) {
  await tx.deleteFrom('partnership_applications').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('contact_requests').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('webinar_registrations').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('notices').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('assistant_messages').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', user_id).execute()
}

/**
 * Takes name and address off the invitations that the person accepted or that went to their proven address; open ones
 * end. The rows stay: they count towards the limits of studios.
 */
export async function forgetInvitations(tx: Tx, user_id: string, now: Date) {
  await sql`update invitations set
      email = id || '@deleted.invalid',
      full_name = ${FORMER_MEMBER},
      revoked_at = case when num_nonnulls(accepted_at, declined_at, revoked_at) = 0
        then ${now.toISOString()}::timestamptz else revoked_at end
    where accepted_by = ${user_id}
      or email = (select u.email from auth.users u where u.id = ${user_id} and u.email_proven)`.execute(tx)
}

/** Makes a profile nobody's. @returns the file of the picture that was theirs */
export async function forgetProfile(tx: Tx, user_id: string): Promise<string | null> {
  const before = await tx
    .selectFrom('profiles')
    .select('avatar_key')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('profiles')
    .set({ full_name: FORMER_MEMBER, phone: null, avatar_source: 'none', avatar_key: null })
    .where('id', '=', user_id)
    .execute()
  return before?.avatar_key ?? null
}

/**
 * Ends an account with the rights of the authentication service: nothing signs in with it any more, and its address is
 * free. The row stays, since the profile stands on it.
 */
export async function eraseAccount(tx: Tx, user_id: string, now: Date) {
  for (const table of [
    'auth.identities',
    'auth.factors',
    'auth.factor_waits',
    'auth.sessions',
    'auth.one_time_tokens',
    'auth.flow_states',
    'auth.known_places',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
  }
  const at = now.toISOString()
  await tx
    .updateTable('auth.users')
    .set({
      email: `${user_id}@deleted.invalid`,
      encrypted_password: null,
      password_unproven_at: null,
      email_confirmed_at: null,
      email_proven: false,
      confirmation_sent_at: null,
      recovery_sent_at: null,
      new_email: null,
      email_change_sent_at: null,
      email_change_agreed: null,
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      app_metadata: '{}',
      user_metadata: '{}',
      deleted_at: at,
      updated_at: at,
    })
    .where('id', '=', user_id)
    .execute()
}
