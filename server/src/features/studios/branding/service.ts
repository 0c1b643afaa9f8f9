import { createHash } from 'node:crypto'
import { describeServices } from '@studiohub/contract/features/availability/choices/rules.ts'
import { type LegalKind, legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { brandStylesheet, defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import type { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { mapUrl, zoneText } from '@studiohub/contract/features/studios/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { isReservedSlug } from '@studiohub/contract/shared/slug-pattern.ts'
import { getShownOffer } from '#features/availability/queries.ts'
import { chooseButtonColors } from '#features/emails/wording.ts'
import type { Config } from '#platform/config/config.ts'
import { isLoopback } from '#platform/config/values.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { originAt } from '#platform/hosts/hosts.ts'
import type { StudioPage } from '#platform/http/fill-page.ts'
import type { OwnerLookup } from '#platform/http/pages.ts'
import { CARD_HEIGHT, CARD_WIDTH, drawSharePreviewOnce, type SharePreview } from '#platform/images/card-picture.ts'
import { listBookableStudios, resolveStudio } from '../queries.ts'
import { iconPath, manifestPath } from './app-service.ts'

/** A request for a page: the path with query, the host name, and the request id for the log. */
export type PageRequest = { url: string; host: string; id: string }

const toVisitorCaller = ({ id }: Pick<PageRequest, 'id'>): Caller => ({ session_id: null, request_id: id })

type Address = { slug: string | null; host: string | null }
type PublicStudio = NonNullable<Awaited<ReturnType<typeof resolveStudio>>>
type PublicAddress = Pick<Config, 'publicUrl'>

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
 * The areas of studio admins, operators and the account, which exist only at the product's own address (decisions, Routes;
 * docs/decisions/0058).
 */
const productAreas = new Set(['studio', 'staff', 'super-admin', 'profile', 'invitations'])
/** Pages without a studio in their address that also exist on a studio's own domain. */
const sharedAreas = new Set(['auth', 'client'])
/**
 * Pages that exist only at the product's own address: for new passwords, with the studio's branding, and for the first role.
 */
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
  if (first === 'book') return { redirect_to: `/${domainStudio.slug}${pathname.replace(/^\/+/, '/')}${search}` }
  const account = accountPagePattern.exec(pathname.toLowerCase())?.[1]
  if (account) {
    const branding = account.endsWith('password') ? `/${domainStudio.slug}` : ''
    return { redirect_to: `${publicUrl}${branding}${account}${search}` }
  }
  if (productAreas.has(first) || (first === 'partner' && second === 'dashboard'))
    return { redirect_to: `${publicUrl}${pathname.replace(/^\/+/, '/')}${search}` }
  if (sharedAreas.has(first) || pathStudio?.id === domainStudio.id) return 'here'
  return pathStudio ? { redirect_to: `${publicUrl}${pathname.replace(/^\/+/, '/')}${search}` } : 'not_found'
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
  const origin = address.host ? originAt(address.host) : publicUrl
  const legalKind = parseLegalKind(path, address)
  if (legalKind) return address.host ? `${origin}/${legalKind}` : `${origin}/s/${slug}/${legalKind}`
  if (publicPagePattern.test(path) || framedPagePattern.test(path))
    return address.host ? `${origin}/` : `${origin}/s/${slug}`
  if (parseSlug(path) === null) return `${origin}${path || '/'}${address.host ? '' : `?studio=${slug}`}`
  return `${origin}/${slug}${path.replace(/^(\/s)?\/[^/]+/, '').replace(/^(\/book)\/[^/]+$/, '$1')}`
}

/** Reads the data of a studio's public page. */
export type PublicPageReader = (
  tx: Tx,
  studio: PublicStudio,
  now: Date,
  query: URLSearchParams,
) => Promise<{
  page: NonNullable<StudioPage['public_page']>
  takes_bookings: boolean
  websites: readonly string[]
  business: Record<string, unknown>
}>

/** Reads which legal texts a studio has, and the text of this kind. `is_missing` means that the studio does not have it. */
export type LegalTextsReader = (
  tx: Tx,
  studio_id: string,
  kind: LegalKind | null,
) => Promise<NonNullable<StudioPage['legal']> & { is_missing: boolean }>

type PageOptions = {
  config: PublicAddress
  now: Date
  readPublicPage?: PublicPageReader
  readLegalTexts?: LegalTextsReader
}

/**
 * Reads the data that a studio's page needs before any script runs (decisions, Styles): stylesheet, title, icon, preview and
 * the first content.
 */
export async function readStudioPage(request: PageRequest, options: PageOptions): Promise<OwnerLookup> {
  const { config, now, readPublicPage, readLegalTexts } = options
  const { publicUrl } = config
  const address = parseStudioAddress(request.url, request.host, new URL(publicUrl).hostname)
  if (!address) return null
  const isBooking = bookingPagePattern.test(request.url)
  const { pathname, search, searchParams } = new URL(request.url, 'http://page')
  const isFramed = framedPagePattern.test(pathname)
  const isPublicPage = isFramed || publicPagePattern.test(pathname) || (address.host !== null && pathname === '/')
  const legalKind = parseLegalKind(pathname, address)
  const showsLegal = isPublicPage || isBooking || legalKind !== null
  const { studio, services, pathStudio, publicPageData, legal } = await asActor(
    toVisitorCaller(request),
    async (tx) => {
      const studio = await resolveStudio(tx, address)
      const slug = address.host ? parseSlug(request.url) : null
      return {
        studio,
        services: studio && isBooking ? await readServices(tx, studio.slug, now) : null,
        legal: studio && showsLegal ? await readLegalTexts?.(tx, studio.id, legalKind) : undefined,
        publicPageData: studio && isPublicPage ? await readPublicPage?.(tx, studio, now, searchParams) : undefined,
        pathStudio: slug ? await resolveStudio(tx, { slug }) : undefined,
      }
    },
  )
  if (!studio || legal?.is_missing) return 'not_found'
  const pageLocation = address.host ? locatePage(request.url, studio, pathStudio, publicUrl) : 'here'
  if (pageLocation !== 'here') return pageLocation
  const isFormerSlug = address.slug !== null && address.slug !== studio.slug
  if ((publicPageData || legalKind) && isFormerSlug)
    return { redirect_to: `/${isFramed ? 'embed' : 's'}/${studio.slug}${legalKind ? `/${legalKind}` : ''}${search}` }
  const canonical = canonicalUrl(request, address, studio.slug, publicUrl)
  const head = {
    ...(isBooking ? describeBookingPage(studio, services) : describeStudio(studio)),
    ...(legalKind && { title: `${legalTitles[legalKind]} - ${studio.name}` }),
    canonical,
    site_name: studio.name,
    brand_css: studio.brand_css,
    favicon_url: studio.favicon_url,
    logo_url: studio.logo_url,
    app: { manifest: manifestPath(studio), icon: iconPath(studio, 192) },
    picture: { url: `${publicUrl}${picturePath(studio, config)}`, width: CARD_WIDTH, height: CARD_HEIGHT },
    // Search engines must not list a studio that takes no bookings.
    is_unlisted: isBooking ? !services?.shown.length : publicPageData?.takes_bookings === false,
    ...(publicPageData?.takes_bookings && { business: { ...publicPageData.business, url: canonical } }),
  }
  return {
    head,
    studio: { ...studio, ...(address.host && { own_domain: true }) },
    ...(services && { services }),
    ...(publicPageData && { public_page: publicPageData.page }),
    ...(isFramed && { framed_by: publicPageData?.websites ?? [] }),
    ...(legal && { legal }),
  }
}

/** The kind of legal text that a page shows: `/s/{slug}/imprint`, or `/imprint` on the studio's own domain. */
function parseLegalKind(pathname: string, address: Address): LegalKind | null {
  const parts = pathname.toLowerCase().replace(/\/+$/, '').split('/').slice(1)
  const kind = address.host !== null && parts.length === 1 ? parts[0] : parts[0] === 's' ? parts[2] : undefined
  return (parts.length <= 3 && legalKinds.find((legalKind) => legalKind === kind)) || null
}

// The public page: `/s/{slug}` alone.
const publicPagePattern = /^\/s\/[^/]+\/?$/i

// The booking form alone, which other websites show in a frame.
const framedPagePattern = /^\/embed\/[^/]+\/?$/i

// The pages with a studio's services, or with the free times of one service.
const bookingPagePattern = /^(\/s)?\/[^/?]+\/book(\/[^/?]+)?\/?(\?|$)/i

/** Lists the public and booking pages for the sitemap, which are exactly the pages that search engines may list. */
export async function listBookingPages(
  request: Pick<PageRequest, 'id'>,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const bookable = await asActor(toVisitorCaller(request), (tx) => listBookableStudios(tx, { now, limit }))
  return bookable.flatMap(({ slug }) => [`/s/${slug}`, `/${slug}/book`])
}

/** Reads the bookable services for a page; null if the studio takes no bookings. */
async function readServices(tx: Tx, slug: string, now: Date): Promise<StudioPage['services'] | null> {
  const data = await getShownOffer(tx, { slug, now })
  if (!data) return null
  const { takes_bookings, contact_email, contact_phone, location, hours, cancel_rule, timezone } = data
  return {
    shown: describeServices(data.items, data.rooms, getFormats(data.country)),
    data,
    takes_bookings,
    facts: {
      values: {
        contact_email,
        contact_phone,
        location,
        cancel_rule,
        map_url: location && mapUrl(location),
        zone: zoneText(timezone),
        has_contact: location ?? contact_phone ?? contact_email,
      },
      lists: { hours },
    },
  }
}

type HeadTexts = { title: string; description: string }

const describeStudio = ({ name, tagline }: PublicStudio): HeadTexts => ({
  title: name,
  description: tagline || `Book sessions at ${name} and follow your projects online.`,
})

function describeBookingPage(
  { name, tagline, is_active }: PublicStudio,
  services: StudioPage['services'] | null,
): HeadTexts {
  const title = `Book a session - ${name}`
  if (!is_active || services?.takes_bookings === false)
    return { title, description: `${name} takes no new bookings at the moment.` }
  const firstLabels = services?.shown.slice(0, 3).map(({ label }) => label) ?? []
  const offer = firstLabels.length > 0 ? `: ${firstLabels.join(', ')}` : ''
  return { title, description: `See prices and free times at ${name}${offer}.${tagline ? ` ${tagline}` : ''}` }
}

/** A studio's stylesheet and its path; null if there is no such studio. */
export async function readStylesheet(request: Pick<PageRequest, 'id'>, studio_id: string) {
  const studio = await asActor(toVisitorCaller(request), (tx) => resolveStudio(tx, { id: studio_id }))
  return studio ? { text: brandStylesheet(studio.brand_colors, studio.fonts), path: studio.brand_css } : null
}

const chooseColors = (brand: BrandColors): SharePreview['colors'] => {
  const colorOf = (name: 'background' | 'primary' | 'accent') =>
    chooseButtonColors(brand[name] ?? defaultBrandColors[name])
  const { color: background, ink } = colorOf('background')
  return { background, primary: colorOf('primary').color, accent: colorOf('accent').color, ink }
}

const buildSharePreview = (studio: PublicStudio, { publicUrl }: PublicAddress): SharePreview => ({
  title: studio.name,
  subtitle: studio.tagline ?? '',
  footer: `${new URL(publicUrl).host}/${studio.slug}`,
  colors: chooseColors(studio.brand_colors),
})

// Increase this number when the design of the pictures changes, so that caches do not show old pictures.
const DESIGN_VERSION = 1

const picturePath = (studio: PublicStudio, config: PublicAddress) => {
  const content = JSON.stringify([DESIGN_VERSION, buildSharePreview(studio, config)])
  return `/brand/${studio.id}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.png`
}

/** The picture for link previews of a studio, drawn on demand, and its current path; null if there is no such studio. */
export async function readPreviewPicture(request: Pick<PageRequest, 'id'>, studio_id: string, config: PublicAddress) {
  const studio = await asActor(toVisitorCaller(request), (tx) => resolveStudio(tx, { id: studio_id }))
  if (!studio) return null
  const path = picturePath(studio, config)
  return { path, draw: () => drawSharePreviewOnce(path, buildSharePreview(studio, config)) }
}

/** The studio with this proven domain; null if there is none. */
export async function findStudioOfDomain(host: string): Promise<string | null> {
  const studio = await asActor({ session_id: null, request_id: 'host' }, (tx) => resolveStudio(tx, { host }))
  return studio?.id ?? null
}
