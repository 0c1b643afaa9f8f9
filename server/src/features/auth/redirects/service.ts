import type { Tx } from '../../../platform/db/door.ts'
import * as queries from './queries.ts'
import { mayBeStudioDomain, readTarget, siteDefault, siteOrigins } from './rules.ts'

/** Where a person goes back to, and the studio whose face they see there. */
export type Destination = { url: URL; studio_id: string | null }

/**
 * Decides where `redirect_to` may lead: to the site itself or to a domain that its studio has proven, on a fixed page.
 * Anything else, silently, to the site's own page: no address from outside is ever followed unproven.
 */
export async function chooseDestination(
  tx: Tx,
  wish: { redirect_to: string | null; publicUrl: string; page: 'callback' | 'reset-password' },
): Promise<Destination> {
  const home = { url: siteDefault(wish.publicUrl, wish.page), studio_id: null }
  const target = wish.redirect_to === null ? null : readTarget(wish.redirect_to)
  if (!target) return home
  if (siteOrigins(wish.publicUrl).includes(target.url.origin)) {
    const studio_id = target.slug ? await queries.getStudioBySlug(tx, target.slug) : null
    return { url: target.url, studio_id }
  }
  if (!mayBeStudioDomain(target.url, wish.publicUrl)) return home
  const studio_id = await queries.getStudioByDomain(tx, target.url.hostname)
  return studio_id ? { url: target.url, studio_id } : home
}
