import type { Tx } from '#platform/db/transaction.ts'

const columns = ['slug', 'custom_domain', 'domain_verified_at', 'domain_token'] as const
export type DomainRow = NonNullable<Awaited<ReturnType<typeof getDomain>>>

/** The DNS record that verifies a domain; null if the studio has no domain. */
export const verificationRecord = ({
  custom_domain,
  domain_token,
}: Pick<DomainRow, 'custom_domain' | 'domain_token'>) =>
  custom_domain && domain_token
    ? { name: `_studiohub.${custom_domain}`, value: `studiohub-verification=${domain_token}` }
    : null

export function getDomain(tx: Tx, studio_id: string) {
  return tx.selectFrom('studios').select(columns).where('id', '=', studio_id).executeTakeFirst()
}

/** Sets or removes a studio's domain. A new domain is not verified. */
export function setDomain(
  tx: Tx,
  studio_id: string,
  domain: { custom_domain: string | null; domain_token: string | null },
) {
  return tx
    .updateTable('studios')
    .set({ ...domain, domain_verified_at: null, domain_missing_since: null })
    .where('id', '=', studio_id)
    .returning(columns)
    .executeTakeFirst()
}

/** Marks a domain as verified, if domain and token have not changed since the check. */
export function proveDomain(
  tx: Tx,
  studio_id: string,
  checkedDomain: Pick<DomainRow, 'custom_domain' | 'domain_token'>,
  now: string,
) {
  return tx
    .updateTable('studios')
    .set({ domain_verified_at: now, domain_missing_since: null })
    .where('id', '=', studio_id)
    .where('custom_domain', '=', checkedDomain.custom_domain)
    .where('domain_token', '=', checkedDomain.domain_token)
    .returning(columns)
    .executeTakeFirst()
}

const provenColumns = ['id', 'custom_domain', 'domain_token', 'domain_verified_at', 'domain_missing_since'] as const
export type ProvenDomain = NonNullable<Awaited<ReturnType<typeof getProvenDomain>>>

/** Lists the ids of the studios with a verified domain. */
export async function listProvenDomains(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('studios').select('id').where('domain_verified_at', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

export function getProvenDomain(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studios')
    .select(provenColumns)
    .where('id', '=', studio_id)
    .where('domain_verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Stores the result of checking a verified domain, if the domain has not changed since the check. */
export function updateProvenDomain(
  tx: Tx,
  checkedDomain: ProvenDomain,
  result: Partial<Pick<ProvenDomain, 'domain_verified_at' | 'domain_missing_since'>>,
) {
  return tx
    .updateTable('studios')
    .set(result)
    .where('id', '=', checkedDomain.id)
    .where('custom_domain', '=', checkedDomain.custom_domain)
    .where('domain_token', '=', checkedDomain.domain_token)
    .where('domain_verified_at', '=', checkedDomain.domain_verified_at)
    .returning('id')
    .executeTakeFirst()
}
