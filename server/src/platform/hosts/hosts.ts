import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/values.ts'
import { onCommit, type Tx } from '../db/transaction.ts'
import { setHome, theHome } from './home.ts'

const MEMORY_MS = 60_000
const REMEMBERED = 10_000

/** A name under which the product answers, and the studio whose own domain it is. */
export type KnownHost = { studio_id: string | null }

const remembered = new Map<string, { until: number; host: KnownHost | null }>()

/** Names the product's own address, once, at start. */
export function useHome({ publicUrl }: Pick<Config, 'publicUrl'>): void {
  setHome(publicUrl)
  remembered.clear()
}

export const hostnameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** Whether the product itself answers under this name, rather than one of its studios. */
export const isHome = (hostname: string) =>
  hostname === theHome().hostname || (isLoopback(theHome().hostname) && isLoopback(hostname))

/** Whether a name is the product's own or lies below it: no studio can call it its own. */
export const belongsToUs = (domain: string) => isHome(domain) || domain.endsWith(`.${theHome().hostname}`)

/** The address of a studio's own domain: reached as the product is, by the same protocol and port. */
export function originAt(domain: string): string {
  const url = new URL(theHome())
  url.hostname = domain
  return url.origin
}

/**
 * Our own address in each of its spellings, and proven domains of studios, which are remembered for a minute; null for
 * every other name.
 */
export function knownHosts(studioOfDomain: (host: string) => Promise<string | null>) {
  return async (host: string): Promise<KnownHost | null> => {
    const name = hostnameOf(host)
    if (host.toLowerCase() === theHome().host || (isLoopback(theHome().hostname) && isLoopback(name))) {
      return { studio_id: null }
    }
    const now = Date.now()
    const kept = remembered.get(name)
    if (kept && kept.until > now) return kept.host
    const studio_id = /^[a-z0-9.-]{3,253}$/.test(name) ? await studioOfDomain(name) : null
    const known = studio_id === null ? null : { studio_id }
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(name, { until: now + MEMORY_MS, host: known })
    return known
  }
}

/** Asks again whose a domain is, once the transaction that changed it is through. Other processes do within the minute. */
export const forgetHost = (tx: Tx, domain: string) => onCommit(tx, () => remembered.delete(domain))
