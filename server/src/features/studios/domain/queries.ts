import type { Tx } from '../../../platform/db/door.ts'

const columns = ['slug', 'custom_domain', 'domain_verified_at', 'domain_token'] as const
export type DomainRow = NonNullable<Awaited<ReturnType<typeof getDomain>>>

export function getDomain(tx: Tx, studio_id: string) {
  return tx.selectFrom('studios').select(columns).where('id', '=', studio_id).executeTakeFirst()
}

/** Names a domain, or none; the proof of another one does not hold for it. */
export function setDomain(
  tx: Tx,
  studio_id: string,
  domain: { custom_domain: string | null; domain_token: string | null },
) {
  return tx
    .updateTable('studios')
    .set({ ...domain, domain_verified_at: null })
    .where('id', '=', studio_id)
    .returning(columns)
    .executeTakeFirst()
}

/** Takes a domain as proven, as long as it is still the one that was looked at, with the same token. */
export function proveDomain(
  tx: Tx,
  studio_id: string,
  seen: Pick<DomainRow, 'custom_domain' | 'domain_token'>,
  now: string,
) {
  return tx
    .updateTable('studios')
    .set({ domain_verified_at: now })
    .where('id', '=', studio_id)
    .where('custom_domain', '=', seen.custom_domain)
    .where('domain_token', '=', seen.domain_token)
    .returning(columns)
    .executeTakeFirst()
}
