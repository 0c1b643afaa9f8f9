import { type LegalKind, legalKinds } from '@studiohub/contract/features/legal-texts/words.ts'
import { isReservedSlug } from '@studiohub/contract/shared/slug-pattern.ts'
import { isLoopback } from '#platform/config/values.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { resolveStudio } from '../queries.ts'

/** A request for a page: the path with query, the host name, and the request id for the log. */
export type PageRequest = { url: string; host: string; id: string }

export const toVisitorCaller = ({ id }: Pick<PageRequest, 'id'>): Caller => ({ session_id: null, request_id: id })

type Address = { slug: string | null; host: string | null }

/**
 * The address of a page's studio: by the path (`/{slug}`, `/s/{slug}`, `/embed/{slug}`, `/auth/signup?studio=`), or by a
 * domain. Null for pages of the product.
 */
export function parseStudioAddress(url: string, host: string, productHost: string): Address | null {
  const { pathname, searchParams } = new URL(url, 'http://page')
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const hostname = host.replace(/:\d+$/, '').toLowerCase()
  if (hostname !== productHost && !isLoopback(hostname)) return { slug: null, host: hostname }
  if (['s', 'embed'].includes(first.toLowerCase()) && second) return { slug: second.toLowerCase(), host: null }
  // The browser's router ignores case in paths, so a reserved first part is reserved in any case.
  const area = first.toLowerCase()
  const slug = area === 'auth' ? searchParams.get('studio')?.toLowerCase() : area
  return slug && !isReservedSlug(slug) ? { slug, host: null } : null
}

/**
 * The areas of studio admins, operators and the account, which exist only at `PUBLIC_URL` (decisions, Routes;
 * docs/decisions/0058).
 */
const productAreas = new Set(['studio', 'staff', 'super-admin', 'profile', 'invitations'])
/** Pages without a studio in their address that also exist on a studio's own domain. */
const sharedAreas = new Set(['auth', 'client'])
/** Account pages that exist only at `PUBLIC_URL`: the password pages, with the studio's branding, and onboarding. */
const accountPagePattern = /^(?:\/(?:s\/)?[^/]+)?(\/auth\/(?:forgot-password|reset-password|onboarding))\/?$/

/**
 * Decides what a studio's own domain answers for a page: the page (`here`), a redirect (mostly to the product's address), or
 * `not_found` (for all pages about the product). The root of the domain is the studio's public page.
 * @param domainStudio the studio of the domain
 * @param pathStudio the studio whose slug is in the path, if any
 */
export function locatePage(
  url: string,
  domainStudio: { id: string; slug: string },
  pathStudio: { id: string } | undefined,
  publicUrl: string,
): 'here' | 'not_found' | { redirect_to: string } {
  const { pathname, search } = new URL(url, 'http://page')
  const [first = '', second = ''] = pathname.toLowerCase().split('/').slice(1)
  if (first === '' || (second === '' && legalKinds.some((kind) => kind === first))) return 'here'
  const path = `${pathname.replace(/^\/+/, '/')}${search}`
  if (first === 'book') return { redirect_to: `/${domainStudio.slug}${path}` }
  const account = accountPagePattern.exec(pathname.toLowerCase())?.[1]
  if (account) {
    const branding = account.endsWith('password') ? `/${domainStudio.slug}` : ''
    return { redirect_to: `${publicUrl}${branding}${account}${search}` }
  }
  if (productAreas.has(first) || (first === 'partner' && second === 'dashboard'))
    return { redirect_to: `${publicUrl}${path}` }
  if (sharedAreas.has(first) || pathStudio?.id === domainStudio.id) return 'here'
  return pathStudio ? { redirect_to: `${publicUrl}${path}` } : 'not_found'
}

/** The slug at the start of a path; null if the path starts with a reserved part. */
export function parseSlug(url: string): string | null {
  const [first = '', second = ''] = new URL(url, 'http://page').pathname.toLowerCase().split('/').slice(1)
  const slug = first === 's' ? second : first
  return slug && !isReservedSlug(slug) ? slug : null
}

/**
 * The canonical address of a studio's page: with its current slug, or on its own domain. Drops the service of a booking page,
 * and the query except the studio.
 */
export function canonicalUrl(request: { url: string }, address: Address, slug: string, publicUrl: string) {
  // Addresses work in any case, so the canonical one is in lower case.
  const path = new URL(request.url, 'http://page').pathname.toLowerCase().replace(/\/+$/, '')
  const origin = address.host ? buildStudioOrigin(address.host) : publicUrl
  const legalKind = parseLegalKind(path, address)
  if (legalKind) return address.host ? `${origin}/${legalKind}` : `${origin}/s/${slug}/${legalKind}`
  if (publicPagePattern.test(path) || framedPagePattern.test(path))
    return address.host ? `${origin}/` : `${origin}/s/${slug}`
  if (parseSlug(path) === null) return `${origin}${path || '/'}${address.host ? '' : `?studio=${slug}`}`
  return `${origin}/${slug}${path.replace(/^(\/s)?\/[^/]+/, '').replace(/^(\/book)\/[^/]+$/, '$1')}`
}

/** The kind of legal text that a page shows: `/s/{slug}/imprint`, or `/imprint` on the studio's own domain. */
export function parseLegalKind(pathname: string, address: Address): LegalKind | null {
  const parts = pathname.toLowerCase().replace(/\/+$/, '').split('/').slice(1)
  const kind = address.host !== null && parts.length === 1 ? parts[0] : parts[0] === 's' ? parts[2] : undefined
  return (parts.length <= 3 && legalKinds.find((legalKind) => legalKind === kind)) || null
}

// The public page: `/s/{slug}` alone.
export const publicPagePattern = /^\/s\/[^/]+\/?$/i

// The booking form alone, which other websites show in a frame.
export const framedPagePattern = /^\/embed\/[^/]+\/?$/i

// The pages with a studio's services, or with the free times of one service.
export const bookingPagePattern = /^(\/s)?\/[^/?]+\/book(\/[^/?]+)?\/?(\?|$)/i

/** The studio with this proven domain; null if there is none. */
export async function findStudioOfDomain(host: string): Promise<string | null> {
  const studio = await asActor({ session_id: null, request_id: 'host' }, (tx) => resolveStudio(tx, { host }))
  return studio?.id ?? null
}
