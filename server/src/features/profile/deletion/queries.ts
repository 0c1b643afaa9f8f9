import type { BookingFee, BookingPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Replaces the name of a deleted person. The id does not change, so that references to the row are valid. */
export const FORMER_MEMBER = 'Former member'
const CANCEL_REASON = 'The client has closed their account'

/** The condition that a client record `k` is the person's: by their account, or by their proven address. */
export const isRecordOf = (
  user_id: string,
) => sql<boolean>`(k.user_id = ${user_id}::uuid or (k.user_id is null and lower(k.email) =
  (select lower(u.email) from auth.users u where u.id = ${user_id}::uuid and u.email_proven)))`

/** The condition that a row belongs to one of the person's client records. */
export const isOwn = (user_id: string) => sql<boolean>`(studio_id, client_id) in (
  select k.studio_id, k.id from client_records k where ${isRecordOf(user_id)})`

/**
 * Lists the studios where a person is a client or has a client record. Sorted, so that concurrent calls that lock them cannot
 * deadlock.
 */
export async function listStudiosOfClient(tx: Tx, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ studio_id: string }>`
    select studio_id from user_roles
      where user_id = ${user_id}::uuid and role = 'client' and removed_at is null and studio_id is not null
    union select k.studio_id from client_records k where ${isRecordOf(user_id)}
    order by studio_id`.execute(tx)
  return rows.map(({ studio_id }) => studio_id)
}

const isUpcoming = (user_id: string, at: string) =>
  sql<boolean>`${isOwn(user_id)} and status in ('pending', 'confirmed') and starts_at > ${at}::timestamptz`

export async function countUpcomingBookings(tx: Tx, user_id: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('bookings')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where(isUpcoming(user_id, now.toISOString()))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a client's future bookings at all studios. @returns the data that their fees depend on */
export function lockUpcomingBookings(tx: Tx, user_id: string, now: Date) {
  return tx
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'status', 'price_minor'])
    .select([
      sql<{ kind: string }[]>`price_lines`.as('price_lines'),
      sql<BookingPolicy | null>`cancellation_policy`.as('cancellation_policy'),
    ])
    .where(isUpcoming(user_id, now.toISOString()))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Cancellation = { id: string; user_id: string; fee: BookingFee | null; now: Date }

/** Cancels a booking, which frees its rooms. */
export function cancelBooking(tx: Tx, { id, user_id, fee, now }: Cancellation) {
  const at = now.toISOString()
  return tx
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_at: at, cancelled_by: user_id, cancel_reason: CANCEL_REASON, updated_at: at })
    .set({ fee: fee && JSON.stringify(fee), version: sql`version + 1` })
    .where('id', '=', id)
    .returning(['studio_id', 'client_id', 'version', 'deposit_minor'])
    .executeTakeFirstOrThrow()
}

/**
 * Deletes texts about a client: notes and reasons of their bookings and check-ins, texts of changes, the texts of projects and
 * cards that they created, their comments there, and their conversations. Bookings stay, with their times.
 * @returns the stored files of the conversations
 */
export async function deleteTexts(tx: Tx, user_id: string): Promise<string[]> {
  await tx
    .deleteFrom('audit_texts')
    .where((row) => row.or([row('person_id', '=', user_id), isOwn(user_id)]))
    .execute()
  await tx
    .updateTable('bookings')
    // Increases the version, so that a screen which still shows the notes cannot save them again.
    .set({ notes: null, cancel_reason: null, version: sql`version + 1` })
    .where(isOwn(user_id))
    .where((row) => row.or([row('notes', 'is not', null), row('cancel_reason', 'is not', null)]))
    .execute()
  await sql`update booking_undos set snapshot = null where snapshot is not null
    and booking_id in (select id from bookings where ${isOwn(user_id)})`.execute(tx)
  await tx.updateTable('client_checkins').set({ notes: null }).where(isOwn(user_id)).execute()
  await tx.updateTable('terms_acceptances').set({ network_address: null }).where(isOwn(user_id)).execute()
  await tx.deleteFrom('api_keys').where('user_id', '=', user_id).where('is_personal', '=', true).execute()
  await tx.updateTable('webhook_deliveries').set({ body: null, answer: null }).where(isOwn(user_id)).execute()
  await tx
    .updateTable('agreements')
    .set({ signer_name: null, drawing: null, pdf: null })
    .where(isOwn(user_id))
    .execute()
  await tx.deleteFrom('card_comments').where(isOwn(user_id)).where('author_id', '=', user_id).execute()
  const files = await deleteConversations(tx, user_id)
  for (const [table, title] of [
    ['projects', 'Project'],
    ['production_cards', 'Card'],
  ] as const)
    await tx
      .updateTable(table)
      // Increases the version, so that a change based on the old texts fails.
      .set({ title, description: '', version: sql`version + 1` })
      .where(isOwn(user_id))
      .where('created_by', '=', user_id)
      .execute()
  return files
}

/** Deletes the conversations of a client. @returns the stored files of their messages */
async function deleteConversations(tx: Tx, user_id: string): Promise<string[]> {
  // Files that a person uploaded but did not send are deleted too, even at a studio where they work.
  const { rows } = await sql<{ file_key: string; preview_key: string | null }>`
    delete from message_files f where (f.uploaded_by = ${user_id}::uuid and f.message_id is null)
      or exists (select from client_records k
        where k.studio_id = f.studio_id and k.id = f.client_id and ${isRecordOf(user_id)})
    returning file_key, preview_key`.execute(tx)
  await sql`delete from conversations c using client_records k
    where k.studio_id = c.studio_id and k.id = c.client_id and ${isRecordOf(user_id)}`.execute(tx)
  return rows.flatMap(({ file_key, preview_key }) => [file_key, ...(preview_key ? [preview_key] : [])])
}

/** Ends all roles and requests of a person. @returns the roles */
export function endRoles(tx: Tx, user_id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: now.toISOString(), removed_by: user_id })
    .where('user_id', '=', user_id)
    .where('removed_at', 'is', null)
    .returning(['id', 'role', 'studio_id'])
    .execute()
}

/** Closes the open requests of a former member. `endRoles` leaves them out, because their rows have a removal date. */
export async function closeRequestsOf(tx: Tx, user_id: string) {
  await tx
    .updateTable('user_roles')
    .set({ status: 'inactive' })
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Deactivates the person's resources and removes their name. Deletes the person's days off, connected calendars and pictures.
 * @returns the addresses of the deleted pictures
 */
export async function deactivateResources(tx: Tx, user_id: string): Promise<string[]> {
  await tx.deleteFrom('connected_calendars').where('owner_id', '=', user_id).execute()
  await tx
    .deleteFrom('days_off')
    .where('resource_id', 'in', (eb) => eb.selectFrom('resources').select('id').where('user_id', '=', user_id))
    .execute()
  const pictures = await tx
    .deleteFrom('pictures')
    .where('resource_id', 'in', (eb) => eb.selectFrom('resources').select('id').where('user_id', '=', user_id))
    .returning(['url', 'small_url'])
    .execute()
  await tx
    .updateTable('resources')
    .set({ name: FORMER_MEMBER, is_active: false, user_id: null })
    .where('user_id', '=', user_id)
    .execute()
  return pictures.flatMap(({ url, small_url }) => [url, small_url])
}

/**
 * Deletes data that only this person needs: their messages to the operators and the assistant, their notifications, and the
 * stored responses of their calls.
 */
export async function deletePrivateMessages(tx: Tx, user_id: string) {
  await tx.deleteFrom('partnership_applications').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('contact_requests').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('webinar_registrations').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('notices').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('push_settings').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('client_claims').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('assistant_messages').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('conversation_reads').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', user_id).execute()
}

/**
 * Removes name and address from invitations that the person accepted or that were sent to their proven address. Revokes open
 * ones. The rows stay, because they count for the limits of studios.
 */
export async function anonymizeInvitations(tx: Tx, user_id: string, now: Date) {
  await sql`update invitations set
      email = id || '@deleted.invalid',
      full_name = ${FORMER_MEMBER},
      revoked_at = case when num_nonnulls(accepted_at, declined_at, revoked_at) = 0
        then ${now.toISOString()}::timestamptz else revoked_at end
    where accepted_by = ${user_id}
      or email = (select u.email from auth.users u where u.id = ${user_id} and u.email_proven)`.execute(tx)
}

/**
 * Removes personal data from the person's client records, also from records without an account that have the person's proven
 * address. The rows stay, because bookings refer to them.
 */
export async function anonymizeClientRecords(tx: Tx, user_id: string, now: Date) {
  await tx
    .updateTable('client_records as k')
    .set({ name: FORMER_MEMBER, email: null, phone: null, company: null, notes: '', tags: sql`'{}'`, language: null })
    .set({ tax_number: null, reverse_charge: false, rates: sql`'[]'` })
    .set({ bounced_email: null, email_bounced_at: null })
    .set({ removed_at: sql`coalesce(removed_at, ${now.toISOString()}::timestamptz)`, updated_at: now.toISOString() })
    // Increases the version, so that a change based on the old data fails.
    .set({ version: sql`version + 1` })
    .where(isRecordOf(user_id))
    .execute()
}

/** Deletes the person's holds as a visitor, by their account or their proven address. */
export async function deleteVisitorHolds(tx: Tx, user_id: string) {
  await sql`delete from visitor_holds where user_id = ${user_id}::uuid
    or email = (select u.email from auth.users u where u.id = ${user_id}::uuid and u.email_proven)`.execute(tx)
}

/** Ends text messages to the person and deletes the phone numbers for them. */
export async function deleteTextConsents(tx: Tx, user_id: string) {
  await sql`delete from text_consents t using client_records k
    where k.studio_id = t.studio_id and k.id = t.client_id and ${isRecordOf(user_id)}`.execute(tx)
}

/** Removes the personal data of a profile. @returns the key of the picture's file; null if there is none */
export async function anonymizeProfile(tx: Tx, user_id: string): Promise<string | null> {
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
 * Deletes an account's credentials and frees its address, so that a sign-in is no longer possible. Requires the auth role. The
 * row stays, because the profile refers to it.
 */
export async function eraseAccount(tx: Tx, user_id: string, now: Date) {
  for (const table of [
    'auth.identities',
    'auth.passkeys',
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
