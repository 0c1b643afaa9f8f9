import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Config } from '../config/config.ts'

const TIMEOUT_MS = 3_000
const TRIES = 2

let servers: readonly string[] = []

/** Sets the name servers; called once at start. With an empty list, those of the machine are used. */
export function setDnsServers({ dnsServers }: Pick<Config, 'dnsServers'>): void {
  servers = dnsServers
}

const noRecordCodes: unknown[] = [NODATA, NOTFOUND]

/**
 * The TXT records of a name, one text per record. Empty if there are none, null if no name server answers. Never call it
 * while a transaction is open.
 */
export async function textRecords(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return error instanceof Error && 'code' in error && noRecordCodes.includes(error.code) ? [] : null
  }
}
