import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The name of an erased person. The row keeps its id, so that references stay valid. */
export const FORMER_CLIENT = 'Former client'
const CANCEL_REASON = 'The client was erased'

type RecordKey = { studio_id: string; client_id: string }

const isOfClient = ({ studio_id, client_id }: RecordKey) =>
  sql<boolean>`studio_id = ${studio_id}::uuid and client_id = ${client_id}::uuid`

/** Cancels the future sessions of a record, which makes their rooms free. */
export function cancelFutureBookings(
  tx: Tx,
  key: RecordKey,
  { actor_id, now }: { actor_id: string | null; now: Date },
) {
  const at = now.toISOString()
  return tx
    .updateTable('bookings')
    .set({
      status: 'cancelled',
      cancelled_at: at,
      cancelled_by: actor_id,
      cancel_reason: CANCEL_REASON,
      updated_at: at,
    })
    .set({ version: sql`version + 1` })
    .where(isOfClient(key))
    .where('status', 'in', ['pending', 'confirmed'])
    .where('starts_at', '>', at)
    .returning(['id', 'version'])
    .execute()
}

/**
 * Deletes all texts about a client: notes, texts of changes, conversations, and the consent to text messages.
 * @returns the stored files of the conversations
 */
export async function deleteTexts(tx: Tx, key: RecordKey): Promise<string[]> {
  const { studio_id, client_id } = key
  await tx.deleteFrom('audit_texts').where(isOfClient(key)).execute()
  await tx
    .updateTable('bookings')
    // Increases the version, so that a screen which still shows the notes cannot save them again.
    .set({ notes: null, version: sql`version + 1` })
    .where(isOfClient(key))
    .where('notes', 'is not', null)
    .execute()
  await sql`update bookings set cancel_reason = null where ${isOfClient(key)} and cancel_reason is distinct from ${CANCEL_REASON}`.execute(
    tx,
  )
  await sql`update booking_undos set snapshot = null where snapshot is not null
    and booking_id in (select id from bookings where ${isOfClient(key)})`.execute(tx)
  await tx.updateTable('client_checkins').set({ notes: null }).where(isOfClient(key)).execute()
  await tx.updateTable('webhook_deliveries').set({ body: null, answer: null }).where(isOfClient(key)).execute()
  const files = await tx
    .deleteFrom('message_files')
    .where(isOfClient(key))
    .returning(['file_key', 'preview_key'])
    .execute()
  await tx.deleteFrom('conversations').where(isOfClient(key)).execute()
  await tx.deleteFrom('text_consents').where(isOfClient(key)).execute()
  await tx.updateTable('terms_acceptances').set({ network_address: null }).where(isOfClient(key)).execute()
  // The hash stays, because it proves that the studio's copy is the one that was signed.
  await tx
    .updateTable('agreements')
    .set({ signer_name: null, drawing: null, pdf: null })
    .where(isOfClient(key))
    .execute()
  await tx.deleteFrom('client_claims').where('studio_id', '=', studio_id).where('client_id', '=', client_id).execute()
  return files.flatMap(({ file_key, preview_key }) => [file_key, ...(preview_key ? [preview_key] : [])])
}

/** The name, email address and phone number of a record. */
export async function listPersonalTexts(tx: Tx, { studio_id, client_id }: RecordKey): Promise<string[]> {
  const row = await tx
    .selectFrom('client_records')
    .select(['name', 'email', 'phone'])
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .executeTakeFirst()
  return [row?.name, row?.email, row?.phone].flatMap((text) => text ?? [])
}

/** Empties a record without an account. The row stays, because bookings refer to it. @returns false if there was none */
export async function eraseRecord(tx: Tx, { studio_id, client_id }: RecordKey, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({ name: FORMER_CLIENT, email: null, phone: null, company: null, notes: '', tags: sql`'{}'`, language: null })
    .set({ tax_number: null, reverse_charge: false, rates: '[]' })
    .set({ bounced_email: null, email_bounced_at: null, messages_blocked_at: null, import_id: null })
    .set({ removed_at: sql`coalesce(removed_at, ${at}::timestamptz)`, erased_at: at, updated_at: at })
    .set({ version: sql`version + 1` })
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .where('user_id', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

// Shorter names occur as parts of too many words.
const NAME_LENGTH_MIN = 3

type NamesToRemove = {
  names: readonly string[]
  /** The text that replaces a name. */
  replacement: string
  /** Limits the rows to studios. */
  inStudios: RawBuilder<unknown>
  /** Whether the row's `client_id` is the person. */
  isClient: RawBuilder<unknown>
  /** The account of the person, if there is one. */
  user_id?: string
}

/**
 * Removes names, email addresses and phone numbers from texts that studios wrote about a person: titles, descriptions,
 * comments and file names. Only rows that refer to the person are searched, because a deletion must not change texts about
 * other people.
 * @returns the pattern of the names; null if there is none
 */
export async function removeNames(tx: Tx, { names, replacement, inStudios, isClient, user_id }: NamesToRemove) {
  const longNames = names.map((name) => name.trim()).filter((name) => name.length >= NAME_LENGTH_MIN)
  if (longNames.length === 0) return null
  const namePatterns = longNames.map((name) => name.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+'))
  const pattern = `(?<![[:alnum:]])(${namePatterns.join('|')})(?![[:alnum:]])`
  for (const { table, columns, personColumns, ...options } of searchedColumns) {
    const columnsOfClient = personColumns.filter(
      (column) => user_id || column === 'client_id' || column === 'project_id',
    )
    if (columnsOfClient.length === 0) continue
    const refersToPerson = sql.join(
      columnsOfClient.map((column) => {
        if (column === 'client_id') return isClient
        if (column === 'project_id') return sql`project_id in (select id from projects where ${isClient})`
        return sql`${sql.ref(column)} = ${user_id}`
      }),
      sql` or `,
    )
    for (const [column, length] of Object.entries(columns)) {
      const replaceNamesBy = (text: string) => sql`regexp_replace(${sql.ref(column)}, ${pattern}, ${text}, 'gi')`
      // A higher version makes a change that is based on the old text fail.
      const raiseVersion = 'hasVersion' in options ? sql`version = version + 1,` : sql``
      // If the replacement would make the text too long, the name is only removed, because no other part of the text may be
      // cut off.
      await sql`update ${sql.table(table)} set ${raiseVersion} ${sql.ref(column)} =
          case when char_length(${replaceNamesBy(replacement)}) <= ${length} then ${replaceNamesBy(replacement)} else ${replaceNamesBy('')} end
        where studio_id in ${inStudios} and (${refersToPerson}) and ${sql.ref(column)} ~* ${pattern}`.execute(tx)
    }
  }
  return pattern
}

/** The searched columns with their maximum lengths, and the columns that refer to a person. */
const searchedColumns = [
  {
    table: 'projects',
    columns: { title: 100, description: 500 },
    personColumns: ['client_id', 'created_by'],
    hasVersion: true,
  },
  {
    table: 'production_cards',
    columns: { title: 200, description: 5000 },
    personColumns: ['client_id', 'created_by'],
    hasVersion: true,
  },
  {
    table: 'tasks',
    columns: { title: 200, description: 2000 },
    personColumns: ['assigned_to', 'created_by', 'project_id'],
    hasVersion: true,
  },
  { table: 'client_checkins', columns: { notes: 2000 }, personColumns: ['client_id'] },
  { table: 'card_comments', columns: { body: 4000 }, personColumns: ['client_id', 'author_id'] },
  { table: 'conversation_messages', columns: { body: 5000 }, personColumns: ['author_id'] },
  { table: 'message_files', columns: { name: 200 }, personColumns: ['uploaded_by'] },
  { table: 'card_files', columns: { name: 200 }, personColumns: ['client_id', 'uploaded_by'] },
  { table: 'bookings', columns: { notes: 2000 }, personColumns: ['client_id'] },
] as const
