import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { Config } from '../config/config.ts'

const ANSWER_WITHIN_MS = 3_000
const TRIES = 2

let servers: readonly string[] = []

/** Names the servers that are asked, once, at start; none are the machine's own. */
export function useDns({ dnsServers }: Pick<Config, 'dnsServers'>): void {
  servers = dnsServers
}

const nothingThere: unknown[] = [NODATA, NOTFOUND]

/**
 * The TXT records at a name, each as one text; null where nobody answers, which says nothing of what there is. Never asked
 * while a transaction is open.
 */
export async function textRecords(name: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: ANSWER_WITHIN_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    return error instanceof Error && 'code' in error && nothingThere.includes(error.code) ? [] : null
  }
}
