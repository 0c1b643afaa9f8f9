import { Resolver } from 'node:dns/promises'
import type { Config } from './config.ts'

const ANSWER_WITHIN_MS = 3_000
const TRIES = 2

let servers: readonly string[] = []

/** Names the servers that are asked, once, at start; none are the machine's own. */
export function useDns({ dnsServers }: Pick<Config, 'dnsServers'>): void {
  servers = dnsServers
}

/**
 * The TXT records at a name, each as one text. None where there are none, and none where nobody answers: whoever asks
 * wants to know whether a record can be seen, and asks again. Never asked while a transaction is open.
 */
export async function textRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: ANSWER_WITHIN_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch {
    return []
  }
}
