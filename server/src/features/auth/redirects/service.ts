import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './queries.ts'
import {
  defaultRedirect,
  mayBeStudioDomain,
  mayReturnTo,
  parseRedirectTarget,
  type RedirectAccount,
  type Redirection,
  siteOrigins,
} from './rules.ts'

/** The page to which a person returns, and the studio whose branding it has. */
export type Destination = {
  url: URL
  studio_id: string | null
  /** The studio on whose own domain the page is. Codes and sessions for the page are bound to this studio. */
  bound_studio_id: string | null
  /** Whether a studio's domain was requested, but the page is elsewhere. The browser's verifier is at the studio's domain. */
  isMoved: boolean
}

type DestinationRequest = { redirect_to: string | null; publicUrl: string; page: 'callback' | 'reset-password' }

/**
 * Reads `redirect_to`: one of the pages of the product itself, or of a studio's verified domain. Any other address silently
 * becomes the product's own page. The caller decides whether a person may return to a studio's domain.
 */
export async function readDestination(tx: Tx, input: DestinationRequest): Promise<Destination> {
  const url = defaultRedirect(input.publicUrl, input.page)
  const home = { url, studio_id: null, bound_studio_id: null, isMoved: false }
  const target = input.redirect_to === null ? null : parseRedirectTarget(input.redirect_to)
  if (!target) return home
  if (siteOrigins(input.publicUrl).includes(target.url.origin)) {
    return { ...home, url: target.url, studio_id: target.slug ? await queries.getStudioBySlug(tx, target.slug) : null }
  }
  if (!mayBeStudioDomain(target.url, input.publicUrl)) return home
  const studio_id = await queries.getStudioByDomain(tx, target.url.hostname)
  return studio_id ? { url: target.url, studio_id, bound_studio_id: studio_id, isMoved: false } : home
}

/**
 * Decides where a person returns. A studio's own domain is allowed only if all active roles of the person are at that
 * studio, or if this request creates the account (docs/decisions/0058). All others return to our own address, also to
 * recover an account or change a sign-in method.
 */
export async function chooseDestination(
  tx: Tx,
  input: DestinationRequest & { redirectAccount: RedirectAccount },
): Promise<Destination> {
  const { redirectAccount, publicUrl, page } = input
  const destination = await readDestination(tx, input)
  if (destination.bound_studio_id === null) return destination
  const roles =
    typeof redirectAccount === 'object' &&
    (await queries.getRolesAround(tx, redirectAccount.id, destination.bound_studio_id))
  return mayReturnTo(redirectAccount, roles || null, destination.bound_studio_id)
    ? destination
    : moveHome(tx, destination, publicUrl, page)
}

/** The same page at our own address, under the studio's slug, so that it has the studio's branding. */
export async function moveHome(
  tx: Tx,
  { url, studio_id }: Destination,
  publicUrl: string,
  page: DestinationRequest['page'],
): Promise<Destination> {
  const slug = studio_id && (await queries.getSlugOf(tx, studio_id))
  const home = defaultRedirect(publicUrl, page)
  if (slug) home.pathname = `/${slug}${home.pathname}`
  home.search = url.search
  return { url: home, studio_id, bound_studio_id: null, isMoved: true }
}

/**
 * The redirect with a code. If the target is on a studio's own domain, the person must click first.
 * @param target the address with the code, and our own address for people who do not continue
 */
export async function redirectWithCode(
  tx: Tx,
  { bound_studio_id }: Pick<Destination, 'bound_studio_id'>,
  target: { location: string; stayUrl: string },
): Promise<Redirection> {
  const { location, stayUrl } = target
  if (bound_studio_id === null) return { location }
  const studio_name = (await queries.getNameOf(tx, bound_studio_id)) ?? 'a studio'
  return { location, needsClick: { studio_name, stayUrl } }
}
