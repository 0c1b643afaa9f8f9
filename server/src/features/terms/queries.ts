import type { BookingTerms, CurrentTerms, NewTerms, TermsVersion } from '@studiohub/contract/features/terms/schema.ts'
import type { AcceptanceWay } from '@studiohub/contract/features/terms/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { executePrepared, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

const columns = [
  'id',
  'studio_id',
  'number',
  'text',
  'needs_signature',
  'signed_services',
  'published_at',
  'ended_at',
] as const

/** Whether clients must sign a version for this service. The same rule as `needsSignature` in the contract. */
export const isSigned = (version: string, service_type: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.ref(`${version}.needs_signature`)} and (${sql.ref(`${version}.signed_services`)} is null
    or ${service_type} = any (${sql.ref(`${version}.signed_services`)})))`

/** All versions of a studio's terms, newest first. */
export const listTerms = (tx: Tx, studio_id: string): Promise<TermsVersion[]> =>
  tx.selectFrom('terms_versions').select(columns).where('studio_id', '=', studio_id).orderBy('number', 'desc').execute()

/** The current version of a studio's terms, which clients accept when they book. */
export const getCurrentTerms = (tx: Tx, studio_id: string): Promise<CurrentTerms | undefined> =>
  tx
    .selectFrom('terms_versions')
    .select(['id', 'number', 'text', 'needs_signature', 'signed_services', 'published_at'])
    .where('studio_id', '=', studio_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** One version, or undefined if the actor may not see it. */
export const getTerms = (tx: Tx, id: string): Promise<TermsVersion | undefined> =>
  tx.selectFrom('terms_versions').select(columns).where('id', '=', id).executeTakeFirst()

/** Ends the current version. @returns the ended version, or undefined if there is none */
export const endCurrentTerms = (tx: Tx, studio_id: string, at: string): Promise<TermsVersion | undefined> =>
  tx
    .updateTable('terms_versions')
    .set({ ended_at: at })
    .where('studio_id', '=', studio_id)
    .where('ended_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/** The number of a studio's latest version, current or ended; 0 without any. */
export async function getLatestNumber(tx: Tx, studio_id: string): Promise<number> {
  const row = await tx
    .selectFrom('terms_versions')
    .select('number')
    .where('studio_id', '=', studio_id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  return row?.number ?? 0
}

type NewTermsRow = NewTerms & { studio_id: string; published_at: string }

/** Inserts the next version. The caller must have the studio's lock. */
export async function insertTerms(tx: Tx, version: NewTermsRow): Promise<TermsVersion> {
  const number = (await getLatestNumber(tx, version.studio_id)) + 1
  return tx
    .insertInto('terms_versions')
    .values({ ...version, number })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type NewAcceptance = {
  studio_id: string
  booking_ids: readonly string[]
  client_id: string
  terms_id: string
  way: AcceptanceWay
  accepted_at: string
  network_address: string
  /** The agreement that the client signed for these bookings; null if they did not sign. */
  agreement: { id: string; signer_name: string; drawing: string | null } | null
}

type AcceptedBooking = { id: string; booking_id: string }

/** The statement that records a client's acceptance of a version for these bookings. Does not replace earlier acceptances. */
export const acceptanceInsertStatement = ({ booking_ids, ...row }: NewAcceptance): Statement<AcceptedBooking> =>
  sql<AcceptedBooking>`
    with signed as (
      insert into agreements (id, studio_id, client_id, terms_id, signer_name, drawing, signed_at)
      select ${row.agreement?.id ?? null}::uuid, ${row.studio_id}::uuid, ${row.client_id}::uuid, ${row.terms_id}::uuid,
        ${row.agreement?.signer_name ?? null}::text, ${row.agreement?.drawing ?? null}::text, ${row.accepted_at}::timestamptz
      where ${row.agreement !== null}::boolean
    )
    insert into terms_acceptances (studio_id, booking_id, client_id, terms_id, way, accepted_at, network_address, agreement_id)
    select ${row.studio_id}::uuid, b.id, ${row.client_id}::uuid, ${row.terms_id}::uuid, ${row.way}::text,
      ${row.accepted_at}::timestamptz, ${row.network_address}::text, ${row.agreement?.id ?? null}::uuid
    from unnest(${`{${booking_ids.join(',')}}`}::uuid[]) b (id)
    on conflict (booking_id) do nothing returning id, booking_id`

/** Executes `acceptanceInsertStatement`. @returns the id of the acceptance for `booking_id` */
export async function insertAcceptances(tx: Tx, row: NewAcceptance, booking_id: string): Promise<string> {
  const { rows } = await executePrepared(tx, acceptanceInsertStatement(row))
  const acceptance = rows.find((row) => row.booking_id === booking_id)
  if (!acceptance) throw new Error('the acceptance was not written')
  return acceptance.id
}

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A booking with the data to accept its terms. `session_ids` are the sessions of its series with open terms. */
export type BookingOfTerms = BookingTerms & { studio_id: string; client_id: string | null; session_ids: string[] }

/** The terms of a booking, or undefined if the actor may not see it. */
export async function getBookingTerms(tx: Tx, booking_id: string): Promise<BookingOfTerms | undefined> {
  const { rows } = await sql<BookingOfTerms>`
    select b.studio_id, b.client_id,
      (select json_build_object('terms_id', a.terms_id, 'number', t.number, 'accepted_at', ${instant('a.accepted_at')}, 'way', a.way,
          'network_address', a.network_address, 'agreement', (select json_build_object('id', g.id,
            'signer_name', g.signer_name, 'sha256', g.sha256) from agreements g where g.id = a.agreement_id))
        from terms_acceptances a join terms_versions t on t.id = a.terms_id where a.booking_id = b.id) as acceptance,
      (select json_build_object('id', t.id, 'number', t.number, 'text', t.text, 'published_at', ${instant('t.published_at')},
          'needs_signature', ${isSigned('t', sql`b.service_type`)})
        from terms_versions t where t.id = app.open_terms(b.id)) as open,
      (select coalesce(json_agg(o.id order by o.starts_at, o.id), '[]') from bookings o
        where o.studio_id = b.studio_id and o.client_id = b.client_id
          and (o.id = b.id or o.series_id = b.series_id) and app.open_terms(o.id) is not null) as session_ids
    from bookings b where b.id = ${booking_id}::uuid`.execute(tx)
  return rows[0]
}

/** Removes the network addresses from acceptances before `before`. Requires the system role. */
export const forgetAddresses = (tx: Tx, before: Date) =>
  tx
    .updateTable('terms_acceptances')
    .set({ network_address: null })
    .where('network_address', 'is not', null)
    .where('accepted_at', '<', before.toISOString())
    .execute()

/** A signed agreement with the data for its PDF. Requires the system role. */
export async function getAgreementToDraw(tx: Tx, id: string): Promise<AgreementToDraw | undefined> {
  const { rows } = await sql<AgreementToDraw>`
    select g.id, g.studio_id, g.client_id, g.signer_name, g.drawing, ${instant('g.signed_at')} as signed_at, g.sha256, t.number, t.text,
      s.name as studio_name, s.logo_url, s.timezone, s.country,
      (select coalesce(json_agg(json_build_object('id', b.id, 'service', coalesce(o.label, b.service_type),
          'booking_date', b.booking_date::text, 'start_time', to_char(b.start_time, 'HH24:MI'),
          'end_time', to_char(b.end_time, 'HH24:MI')) order by b.starts_at, b.id), '[]')
        from terms_acceptances a join bookings b on b.id = a.booking_id
        left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
        where a.agreement_id = g.id) as sessions
    from agreements g join terms_versions t on t.id = g.terms_id join studios s on s.id = g.studio_id
    where g.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

export type AgreementToDraw = {
  id: string
  studio_id: string
  client_id: string
  signer_name: string | null
  drawing: string | null
  signed_at: string
  sha256: string | null
  number: number
  text: string
  studio_name: string
  logo_url: string | null
  timezone: string
  country: string | null
  sessions: { id: string; service: string; booking_date: string; start_time: string; end_time: string }[]
}

/** Stores the PDF of an agreement with its hash, only once. @returns false if it was already stored */
export async function savePdf(tx: Tx, id: string, { pdf, sha256 }: { pdf: Buffer; sha256: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agreements')
    .set({ pdf, sha256 })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .where('signer_name', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The PDF of an agreement, if the actor may see it. `pdf` is null until the file is ready. */
export const getPdf = (tx: Tx, id: string) =>
  tx.selectFrom('agreements').select(['pdf', 'sha256']).where('id', '=', id).executeTakeFirst()
