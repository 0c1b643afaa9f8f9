import type { CalendarProviderKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import { sql } from 'kysely'
import { seal, unseal } from '#platform/auth/secrets.ts'
import { Tokens } from '#platform/calendars/consent.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** How many minutes a person has to agree on the provider's page. */
const CONSENT_MINUTES = 15
/** A grant without calendars is ended after this time. */
const UNUSED_MINUTES = 60

const sealTokens = (tokens: Tokens) => seal('calendar-grant', JSON.stringify(tokens))
export const unsealTokens = (secret: string): Tokens =>
  Tokens.parse(JSON.parse(unseal('calendar-grant', secret).toString()))

type Consent = { state_hash: string; session_id: string; verifier: string; now: Date }
const consentFields = ({ verifier, now, ...consent }: Consent) => ({
  ...consent,
  verifier: seal('calendar-verifier', verifier),
  started_at: now.toISOString(),
})

type NewGrant = { studio_id: string; resource_id: string; owner_id: string; kind: CalendarProviderKind }

/** Requires the system role. */
export async function insertGrant(tx: Tx, grant: NewGrant, consent: Consent): Promise<string> {
  const { id } = await tx
    .insertInto('calendar_grants')
    .values({ ...grant, ...consentFields(consent) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Restarts the consent of a grant. Requires the system role. @returns its account; undefined if another person owns it */
export function renewGrant(tx: Tx, { id, owner_id }: { id: string; owner_id: string }, consent: Consent) {
  return tx
    .updateTable('calendar_grants')
    .set(consentFields(consent))
    .where('id', '=', id)
    .where('owner_id', '=', owner_id)
    .returning(['account', 'kind'])
    .executeTakeFirst()
}

type ConsentClaim = { studio_id: string; state_hash: string; session_id: string; owner_id: string; now: Date }

/**
 * Ends the running consent that this session started, so that it works only once. Requires the system role.
 * @returns the grant with the verifier of the consent
 */
export async function claimConsent(tx: Tx, { studio_id, state_hash, session_id, owner_id, now }: ConsentClaim) {
  const { rows } = await sql<{
    id: string
    resource_id: string
    kind: CalendarProviderKind
    account: string | null
    verifier: string
  }>`
    update calendar_grants g set state_hash = null, session_id = null, verifier = null
    from (select id, verifier from calendar_grants where state_hash = ${state_hash} for update) was
    where g.id = was.id and g.state_hash = ${state_hash} and g.studio_id = ${studio_id}::uuid and g.owner_id = ${owner_id}::uuid
      and g.session_id = ${session_id}::uuid and g.ended_at is null
      and g.started_at > ${now.toISOString()}::timestamptz - make_interval(mins => ${CONSENT_MINUTES}::integer)
    returning g.id, g.resource_id, g.kind, g.account, was.verifier`.execute(tx)
  const [grant] = rows
  return grant && { ...grant, verifier: unseal('calendar-verifier', grant.verifier).toString() }
}

/** Stores the consent of a grant, and schedules its calendars to be read now. Requires the system role. @returns the calendars */
export async function saveConsent(
  tx: Tx,
  { id, account, tokens, now }: { id: string; account: string; tokens: Tokens; now: Date },
): Promise<{ id: string; host: string; grant_id: string | null }[]> {
  await tx
    .updateTable('calendar_grants')
    .set({ account, secret: sealTokens(tokens) })
    .where('id', '=', id)
    .execute()
  const noProblem = { needs_consent: false, problem: null, failing_since: null, warned_at: null, write_at: null }
  return tx
    .updateTable('connected_calendars')
    .set({ ...noProblem, channel_renew_at: null, next_at: now.toISOString() })
    .where('grant_id', '=', id)
    .returning(['id', 'host', 'grant_id'])
    .execute()
}

/** Requires the system role. */
export async function saveTokens(tx: Tx, id: string, tokens: Tokens): Promise<void> {
  await tx
    .updateTable('calendar_grants')
    .set({ secret: sealTokens(tokens) })
    .where('id', '=', id)
    .execute()
}

/** A grant with a consent, for its owner. Requires the system role. */
export function getGrant(tx: Tx, { id, studio_id, owner_id }: { id: string; studio_id: string; owner_id: string }) {
  return tx
    .selectFrom('calendar_grants')
    .select(['id', 'resource_id', 'kind', 'account'])
    .where('id', '=', id)
    .where('studio_id', '=', studio_id)
    .where('owner_id', '=', owner_id)
    .where('secret', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Records that the provider no longer accepts a consent. The events of its calendars stay. Requires the system role.
 * @returns false if it was already recorded, or if the calendars have ended
 */
export async function recordConsentEnd(
  tx: Tx,
  id: string,
  { problem, now }: { problem: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update connected_calendars set needs_consent = true, problem = ${problem},
      failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz), checked_at = ${now.toISOString()}::timestamptz
    where grant_id = ${id}::uuid and ended_at is null and not needs_consent returning id`.execute(tx)
  return rows.length > 0
}

/** A grant, and whether its own calendars or other active grants still need its consent. Requires the system role. */
export async function getGrantToEnd(tx: Tx, id: string, now: Date) {
  const { rows } = await sql<{
    kind: CalendarProviderKind
    secret: string | null
    is_used: boolean
    is_shared: boolean
  }>`
    select g.kind, g.secret, exists (select from connected_calendars c where c.grant_id = g.id) as is_used,
      exists (select from calendar_grants o where o.kind = g.kind and o.account = g.account and o.id <> g.id
        and (exists (select from connected_calendars c where c.grant_id = o.id)
          or (o.ended_at is null and o.started_at > ${unusedSince(now)}))) as is_shared
    from calendar_grants g where g.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Deletes a grant without calendars. Requires the system role. */
export async function deleteUnusedGrant(tx: Tx, id: string): Promise<void> {
  await sql`delete from calendar_grants g where g.id = ${id}::uuid
    and not exists (select from connected_calendars c where c.grant_id = g.id)`.execute(tx)
}

const unusedSince = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz - make_interval(mins => ${UNUSED_MINUTES}::integer))`

/** Grants without calendars that have ended or were never used. Requires the system role. */
export async function listUnusedGrants(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from calendar_grants g
    where (g.ended_at is not null or g.started_at < ${unusedSince(now)})
      and not exists (select from connected_calendars c where c.grant_id = g.id)
    order by g.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

type StoredChannel = { channel_id: string | null; channel_hash: string | null; channel_resource: string | null }

/** Saves the channel of a calendar, unless the calendar has ended. Requires the system role. */
export async function saveChannel(tx: Tx, id: string, channel: StoredChannel & { renew_at: Date }): Promise<void> {
  const { renew_at, ...channelFields } = channel
  await tx
    .updateTable('connected_calendars')
    .set({ ...channelFields, channel_renew_at: renew_at.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

type OpenedChannel = { calendar_id: string; channel_id: string; channel_resource: string | null; renew_at: Date }

/**
 * Saves the provider's response about a new channel. Requires the system role.
 * @returns false if the calendar has been disconnected or has ended. Then the caller must close the channel.
 */
export async function saveOpenedChannel(
  tx: Tx,
  { calendar_id, channel_id, channel_resource, renew_at }: OpenedChannel,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connected_calendars')
    .set({ channel_resource, channel_renew_at: renew_at.toISOString() })
    .where('id', '=', calendar_id)
    .where('channel_id', '=', channel_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Schedules the calendar of a channel to be read now. Requires the system role. @returns undefined for an unknown channel */
export async function scheduleReadingOfChannel(
  tx: Tx,
  { id, hashes, now }: { id: string; hashes: string[]; now: Date },
) {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string; host: string; grant_id: string | null }>`
    update connected_calendars set next_at = least(next_at, ${at}::timestamptz)
    where channel_id = ${id} and channel_hash = any(${hashes}::text[]) returning id, host, grant_id`.execute(tx)
  return rows[0]
}
