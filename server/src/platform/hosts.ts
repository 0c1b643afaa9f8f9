import { isLoopback } from './config/values.ts'
import type { Config } from './config.ts'
import { onCommit, type Tx } from './db/door.ts'

const MEMORY_MS = 60_000
const REMEMBERED = 10_000

const remembered = new Map<string, { until: number; known: boolean }>()
let home: URL | null = null

/** Names the product's own address, once, at start. */
export function useHome({ publicUrl }: Pick<Config, 'publicUrl'>): void {
  home = new URL(publicUrl)
  remembered.clear()
}

function theHome(): URL {
  if (!home) throw new Error('useHome has not been called')
  return home
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

/** Our own address in each of its spellings, and proven domains of studios, which are remembered for a minute. */
export function knownHosts(isStudioDomain: (host: string) => Promise<boolean>) {
  return async (host: string): Promise<boolean> => {
    const name = hostnameOf(host)
    if (host.toLowerCase() === theHome().host || (isLoopback(theHome().hostname) && isLoopback(name))) return true
    const now = Date.now()
    const kept = remembered.get(name)
    if (kept && kept.until > now) return kept.known
    const known = /^[a-z0-9.-]{3,253}$/.test(name) && (await isStudioDomain(name))
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(name, { until: now + MEMORY_MS, known })
    return known
  }
}

/** Asks anew whose a domain is, once the transaction that changed it is through. Other processes do within the minute. */
export const forgetHost = (tx: Tx, domain: string) => onCommit(tx, () => remembered.delete(domain))
