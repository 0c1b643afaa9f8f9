import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './queries.ts'
import {
  type Leaving,
  mayBeStudioDomain,
  mayReturnTo,
  readTarget,
  siteDefault,
  siteOrigins,
  type Traveller,
} from './rules.ts'

/** Where a person goes back to, and the studio whose face they see there. */
export type Destination = {
  url: URL
  studio_id: string | null
  /** The address is on this studio's own domain: what goes there is bound to the studio. */
  bound_studio_id: string | null
  /** A studio's domain was asked for and is not where this leads: the browser that asked holds its verifier there. */
  isMoved: boolean
}

type DestinationRequest = { redirect_to: string | null; publicUrl: string; page: 'callback' | 'reset-password' }

/**
 * Reads where `redirect_to` leads: to the site itself or to a domain that its studio has proven, on a fixed page.
 * Anything else, silently, to the site's own page. Whether a person may return to that domain is the next question.
 */
export async function readDestination(tx: Tx, wish: DestinationRequest): Promise<Destination> {
  const url = siteDefault(wish.publicUrl, wish.page)
  const home = { url, studio_id: null, bound_studio_id: null, isMoved: false }
  const target = wish.redirect_to === null ? null : readTarget(wish.redirect_to)
  if (!target) return home
  if (siteOrigins(wish.publicUrl).includes(target.url.origin)) {
    return { ...home, url: target.url, studio_id: target.slug ? await queries.getStudioBySlug(tx, target.slug) : null }
  }
  if (!mayBeStudioDomain(target.url, wish.publicUrl)) return home
  const studio_id = await queries.getStudioByDomain(tx, target.url.hostname)
  return studio_id ? { url: target.url, studio_id, bound_studio_id: studio_id, isMoved: false } : home
}

/**
 * Decides where a person returns to. A studio's own domain is a target only for a person all of whose live roles are at
 * that studio, and for an account that this request creates (docs/decisions/0058). Everybody else, and everybody who
 * recovers or changes what they sign in with, returns to our own address.
 */
export async function chooseDestination(
  tx: Tx,
  wish: DestinationRequest & { traveller: Traveller },
): Promise<Destination> {
  const { traveller, publicUrl, page } = wish
  const found = await readDestination(tx, wish)
  if (found.bound_studio_id === null) return found
  const standing = typeof traveller === 'object' && (await queries.getStanding(tx, traveller.id, found.bound_studio_id))
  return mayReturnTo(traveller, standing || null, found.bound_studio_id) ? found : leadHome(tx, found, publicUrl, page)
}

/** The same page at our own address, under the studio's slug, so that it has the studio's face. */
export async function leadHome(
  tx: Tx,
  { url, studio_id }: Destination,
  publicUrl: string,
  page: DestinationRequest['page'],
): Promise<Destination> {
  const slug = studio_id && (await queries.getSlugOf(tx, studio_id))
  const home = siteDefault(publicUrl, page)
  if (slug) home.pathname = `/${slug}${home.pathname}`
  home.search = url.search
  return { url: home, studio_id, bound_studio_id: null, isMoved: true }
}

/**
 * The way on with a code; to a studio's own domain only after a click.
 * @param way the address with the code, and where at our own address one goes on without it
 */
export async function leaveFor(
  tx: Tx,
  { bound_studio_id }: Pick<Destination, 'bound_studio_id'>,
  way: { location: string; instead: string },
): Promise<Leaving> {
  const { location, instead } = way
  if (bound_studio_id === null) return { location }
  const studio_name = (await queries.getNameOf(tx, bound_studio_id)) ?? 'a studio'
  return { location, leaves: { studio_name, instead } }
}
