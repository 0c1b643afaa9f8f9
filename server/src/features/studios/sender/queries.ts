import type { RecordCheck } from '@studiohub/contract/features/studios/sender/rules.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type SenderChecks = Partial<Record<'dkim' | 'next_dkim' | 'spf' | 'dmarc', RecordCheck>>

const columns = [
  'studio_id',
  'address',
  'domain',
  'selector',
  'private_key',
  'public_key',
  'next_selector',
  'next_private_key',
  'next_public_key',
  'verified_at',
  'checked_at',
] as const

export type SenderRow = NonNullable<Awaited<ReturnType<typeof getSender>>>

/** A key for DKIM signatures, with the selector of its DNS record. The private key is sealed. */
export type SenderKey = Pick<SenderRow, 'selector' | 'private_key' | 'public_key'>

// The functions below require the system role.

export function getSender(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studio_senders')
    .select(columns)
    .select(sql<SenderChecks>`checks`.as('checks'))
    .where('studio_id', '=', studio_id)
    .executeTakeFirst()
}

/** The proven address of a studio, with its sealed key. If undefined, emails are sent from the platform's address. */
export function getProvenSender(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studio_senders')
    .select(['address', 'domain', 'selector', 'private_key'])
    .where('studio_id', '=', studio_id)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Whether another studio has proven a domain, for its emails or its pages. */
export async function isDomainTaken(tx: Tx, domain: string, studio_id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from studio_senders where domain = ${domain} and verified_at is not null
        and studio_id <> ${studio_id}::uuid)
      or exists (select from studios where custom_domain = ${domain} and domain_verified_at is not null
        and id <> ${studio_id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

type NewSender = SenderKey & { studio_id: string; address: string; domain: string; at: string }

/** Sets a studio's address at a new domain, with a new key. The domain is not proven. */
export async function putSender(tx: Tx, { at, ...sender }: NewSender) {
  const values = { ...sender, created_at: at, verified_at: null, checked_at: null, checks: '{}' }
  const newSender = { ...values, next_selector: null, next_private_key: null, next_public_key: null }
  await tx
    .insertInto('studio_senders')
    .values(newSender)
    .onConflict((conflict) => conflict.column('studio_id').doUpdateSet(newSender))
    .execute()
}

/** Changes the address within the same domain, which needs no new proof. */
export async function setAddress(tx: Tx, studio_id: string, address: string) {
  await tx.updateTable('studio_senders').set({ address }).where('studio_id', '=', studio_id).execute()
}

export async function deleteSender(tx: Tx, studio_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('studio_senders').where('studio_id', '=', studio_id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Sets the key that replaces the current one when its DNS record is found. It overwrites an earlier next key. */
export async function setNextKey(tx: Tx, studio_id: string, { selector, private_key, public_key }: SenderKey) {
  await tx
    .updateTable('studio_senders')
    .set({ next_selector: selector, next_private_key: private_key, next_public_key: public_key })
    .where('studio_id', '=', studio_id)
    .execute()
}

type SenderUpdate = { verified_at: string | null; checked_at: string; checks: SenderChecks; isNextKey: boolean }

/** Stores the result of a check, if domain, keys and proof have not changed since. @returns false if they have */
export async function updateSender(
  tx: Tx,
  checkedSender: SenderRow,
  { verified_at, checked_at, checks, isNextKey }: SenderUpdate,
): Promise<boolean> {
  const nextPrivateKey = sql<string>`next_private_key`
  const { numUpdatedRows } = await tx
    .updateTable('studio_senders')
    .set({ verified_at, checked_at, checks: JSON.stringify(checks) })
    .$if(isNextKey, (query) =>
      query.set({
        selector: sql<string>`next_selector`,
        private_key: nextPrivateKey,
        public_key: sql<string>`next_public_key`,
        next_selector: null,
        next_private_key: null,
        next_public_key: null,
      }),
    )
    .where('studio_id', '=', checkedSender.studio_id)
    .where('domain', '=', checkedSender.domain)
    .where('selector', '=', checkedSender.selector)
    .where('next_selector', 'is not distinct from', checkedSender.next_selector)
    .where('verified_at', 'is not distinct from', checkedSender.verified_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const UNPROVEN_DAYS = 14

/** Lists the studios whose records are checked: proven senders, and those that were entered within two weeks. */
export async function listSendersToCheck(tx: Tx, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - UNPROVEN_DAYS * DAY_MS).toISOString()
  const rows = await tx
    .selectFrom('studio_senders')
    .select('studio_id')
    .where((row) => row.or([row('verified_at', 'is not', null), row('created_at', '>', since)]))
    .orderBy('studio_id')
    .execute()
  return rows.map(({ studio_id }) => studio_id)
}
