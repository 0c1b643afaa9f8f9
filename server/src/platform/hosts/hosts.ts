import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/values.ts'
import { onCommit, type Tx } from '../db/transaction.ts'
import { getHomeUrl, setHomeUrl } from './home.ts'

const CACHE_MS = 60_000
const CACHE_MAX = 10_000

/** A host of the product; `studio_id` is set if it is a studio's own domain. */
export type KnownHost = { studio_id: string | null }

const cache = new Map<string, { until: number; host: KnownHost | null }>()

/** Sets the product's own address; called once at start. */
export function setHome({ publicUrl }: Pick<Config, 'publicUrl'>): void {
  setHomeUrl(publicUrl)
  cache.clear()
}

/** The host name in lower case, without the port. @param host the `Host` header */
export const getHostname = (host: string) => host.replace(/:\d+$/, '').toLowerCase()

/** Whether this is the product's own host name, rather than a studio's domain. */
export const isHome = (hostname: string) =>
  hostname === getHomeUrl().hostname || (isLoopback(getHomeUrl().hostname) && isLoopback(hostname))

/** Whether a domain is the product's own or a subdomain of it. A studio cannot use it as its own domain. */
export const isPlatformDomain = (domain: string) => isHome(domain) || domain.endsWith(`.${getHomeUrl().hostname}`)

/** The origin of a studio's own domain, with the product's protocol and port. */
export function buildStudioOrigin(domain: string): string {
  const url = new URL(getHomeUrl())
  url.hostname = domain
  return url.origin
}

/**
 * Returns a function that finds the owner of a host: the product, or a studio with this verified domain (cached for a
 * minute). It returns null for every other host.
 */
export function createHostFinder(findStudioOfDomain: (host: string) => Promise<string | null>) {
  return async (host: string): Promise<KnownHost | null> => {
    const name = getHostname(host)
    if (host.toLowerCase() === getHomeUrl().host || (isLoopback(getHomeUrl().hostname) && isLoopback(name))) {
      return { studio_id: null }
    }
    const now = Date.now()
    const cached = cache.get(name)
    if (cached && cached.until > now) return cached.host
    const studio_id = /^[a-z0-9.-]{3,253}$/.test(name) ? await findStudioOfDomain(name) : null
    const knownHost = studio_id === null ? null : { studio_id }
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(name, { until: now + CACHE_MS, host: knownHost })
    return knownHost
  }
}

/**
 * Removes a domain from the cache after the transaction that changed it is committed. Other processes notice within a
 * minute.
 */
export const forgetHost = (tx: Tx, domain: string) => onCommit(tx, () => cache.delete(domain))
