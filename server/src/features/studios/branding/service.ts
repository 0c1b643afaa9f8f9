import { createHash } from 'node:crypto'
import { type LegalKind, legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import { brandStylesheet, defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import type { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { isReservedSlug } from '@studiohub/contract/shared/slug-pattern.ts'
import { getShownOffer } from '#features/availability/queries.ts'
import { buttonColorsOf } from '#features/emails/wording.ts'
import type { Config } from '#platform/config/config.ts'
import { isLoopback } from '#platform/config/values.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { originAt } from '#platform/hosts/hosts.ts'
import type { StudioPage } from '#platform/http/fill-page.ts'
import type { PageOwner } from '#platform/http/pages.ts'
import { CARD_HEIGHT, CARD_WIDTH, type Card, drawCardOnce } from '#platform/images/card-picture.ts'
import { listBookableStudios, resolveStudio } from '../queries.ts'
import { iconPath, manifestPath } from './app-service.ts'

/** The request for a page: its path with query, its host name, and its id for the log. */
export type PageRequest = { url: string; host: string; id: string }

const visitor = ({ id }: Pick<PageRequest, 'id'>): Caller => ({ session_id: null, request_id: id })

type Address = { slug: string | null; host: string | null }
type PublicStudio = NonNullable<Awaited<ReturnType<typeof resolveStudio>>>
type PublicAddress = Pick<Config, 'publicUrl'>

/** The studio of a page: by its path (`/{slug}`, `/s/{slug}`, `/embed/{slug}`, `/auth/signup?studio=`), or by its domain. */
export function addressOf(url: string, host: string, ownHost: string): Address | null {
  const { pathname, searchParams } = new URL(url, 'http://page')
  const [first = '', second = ''] = pathname.split('/').slice(1)
  const hostname = host.replace(/:\d+$/, '').toLowerCase()
  if (hostname !== ownHost && !isLoopback(hostname)) return { slug: null, host: hostname }
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
const areas = new Set(['studio', 'staff', 'super-admin', 'profile', 'invitations'])
/** Pages without a studio in their address that also exist on its own domain. */
const shared = new Set(['auth', 'client'])
/**
 * Pages that exist only at the product's own address, but with the studio's branding: for new passwords, and for roles
 * elsewhere.
 */
const accountPage = /^(?:\/(?:s\/)?[^/]+)?(\/auth\/(?:forgot-password|reset-password|onboarding))\/?$/

/**
 * Where a page is that was requested on a studio's own domain: here, at the product's own address, or nowhere (all pages
 * about the product). The domain's root is the studio's public page.
 * @param other the studio that the first part of the path names, if any; own is the domain's studio
 */
export function placeOnDomain(
  url: string,
  own: { id: string; slug: string },
  other: { id: string } | undefined,
  publicUrl: string,
): 'here' | 'not_found' | { elsewhere: string } {
  const { pathname, search } = new URL(url, 'http://page')
  const [first = '', second = ''] = pathname.toLowerCase().split('/').slice(1)
  if (first === '' || (second === '' && legalKinds.some((kind) => kind === first))) return 'here'
  if (first === 'book') return { elsewhere: `/${own.slug}${pathname.replace(/^\/+/, '/')}${search}` }
  const account = accountPage.exec(pathname.toLowerCase())?.[1]
  if (account) {
    const face = account.endsWith('password') ? `/${own.slug}` : ''
    return { elsewhere: `${publicUrl}${face}${account}${search}` }
  }
  if (areas.has(first) || (first === 'partner' && second === 'dashboard'))
    return { elsewhere: `${publicUrl}${pathname.replace(/^\/+/, '/')}${search}` }
  if (shared.has(first) || other?.id === own.id) return 'here'
  return other ? { elsewhere: `${publicUrl}${pathname.replace(/^\/+/, '/')}${search}` } : 'not_found'
}

/** The slug with which a path begins; null if it begins with a reserved part. */
export function slugIn(url: string): string | null {
  const [first = '', second = ''] = new URL(url, 'http://page').pathname.toLowerCase().split('/').slice(1)
  const slug = first === 's' ? second : first
  return slug && !isReservedSlug(slug) ? slug : null
}

/**
 * The canonical address of a studio's page: with its current slug, or on its own domain. Of the query only the studio stays,
 * and for the times of a service the offered values.
 */
export function canonicalUrl(request: { url: string }, address: Address, slug: string, publicUrl: string) {
  // Addresses work in any case, so the canonical one is in lower case.
  const path = new URL(request.url, 'http://page').pathname.toLowerCase().replace(/\/+$/, '')
  const origin = address.host ? originAt(address.host) : publicUrl
  const legalKind = legalKindOf(path, address)
  if (legalKind) return address.host ? `${origin}/${legalKind}` : `${origin}/s/${slug}/${legalKind}`
  if (publicPage.test(path) || framedPage.test(path)) return address.host ? `${origin}/` : `${origin}/s/${slug}`
  if (slugIn(path) === null) return `${origin}${path || '/'}${address.host ? '' : `?studio=${slug}`}`
  return `${origin}/${slug}${path.replace(/^(\/s)?\/[^/]+/, '').replace(/^(\/book)\/[^/]+$/, '$1')}`
}

/** Reads what the public page of a studio shows. */
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

/** Reads which legal texts a studio has, and the one that a page is about. */
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

/** The head of a studio's page before any script has run (decisions, Styles): stylesheet, title, icon and preview. */
export async function readStudioPage(request: PageRequest, options: PageOptions): Promise<PageOwner> {
  const { config, now, readPublicPage, readLegalTexts } = options
  const { publicUrl } = config
  const address = addressOf(request.url, request.host, new URL(publicUrl).hostname)
  if (!address) return null
  const isBooking = bookingPage.test(request.url)
  const { pathname, search, searchParams } = new URL(request.url, 'http://page')
  const isFramed = framedPage.test(pathname)
  const isPublicPage = isFramed || publicPage.test(pathname) || (address.host !== null && pathname === '/')
  const legalKind = legalKindOf(pathname, address)
  const showsLegal = isPublicPage || legalKind !== null
  const { studio, services, other, shown, legal } = await asActor(visitor(request), async (tx) => {
    const studio = await resolveStudio(tx, address)
    const slug = address.host ? slugIn(request.url) : null
    return {
      studio,
      services: studio && isBooking ? await servicesOf(tx, studio.slug, now) : null,
      legal: studio && showsLegal ? await readLegalTexts?.(tx, studio.id, legalKind) : undefined,
      shown: studio && isPublicPage ? await readPublicPage?.(tx, studio, now, searchParams) : undefined,
      other: slug ? await resolveStudio(tx, { slug }) : undefined,
    }
  })
  if (!studio || legal?.is_missing) return 'not_found'
  const place = address.host ? placeOnDomain(request.url, studio, other, publicUrl) : 'here'
  if (place !== 'here') return place
  const isFormerSlug = address.slug !== null && address.slug !== studio.slug
  if ((shown || legal) && isFormerSlug)
    return { elsewhere: `/${isFramed ? 'embed' : 's'}/${studio.slug}${legalKind ? `/${legalKind}` : ''}${search}` }
  const canonical = canonicalUrl(request, address, studio.slug, publicUrl)
  const head = {
    ...(isBooking ? bookingWords(studio, services) : wordsOf(studio)),
    ...(legalKind && { title: `${legalTitles[legalKind]} - ${studio.name}` }),
    canonical,
    site_name: studio.name,
    brand_css: studio.brand_css,
    favicon_url: studio.favicon_url,
    logo_url: studio.logo_url,
    app: { manifest: manifestPath(studio), icon: iconPath(studio, 192) },
    picture: { url: `${publicUrl}${picturePath(studio, config)}`, width: CARD_WIDTH, height: CARD_HEIGHT },
    // Search engines must not list a studio that takes no bookings.
    is_unlisted: isBooking ? !services?.shown.length : shown?.takes_bookings === false,
    ...(shown?.takes_bookings && { business: { ...shown.business, url: canonical } }),
  }
  return {
    head,
    studio: { ...studio, ...(address.host && { own_domain: true }) },
    ...(services && { services }),
    ...(shown && { public_page: shown.page }),
    ...(isFramed && { framed_by: shown?.websites ?? [] }),
    ...(legal && { legal }),
  }
}

/** The legal text that a studio's page is about: `/s/{slug}/imprint`, or `/imprint` on its own domain. */
function legalKindOf(pathname: string, address: Address): LegalKind | null {
  const parts = pathname.toLowerCase().replace(/\/+$/, '').split('/').slice(1)
  const kind = address.host !== null && parts.length === 1 ? parts[0] : parts[0] === 's' ? parts[2] : undefined
  return (parts.length <= 3 && legalKinds.find((one) => one === kind)) || null
}

// The public page: `/s/{slug}` alone.
const publicPage = /^\/s\/[^/]+\/?$/i

// The booking form alone, which other websites show in a frame.
const framedPage = /^\/embed\/[^/]+\/?$/i

// The pages with a studio's services and the free times of one.
const bookingPage = /^(\/s)?\/[^/?]+\/book(\/[^/?]+)?\/?(\?|$)/i

/** The public and booking pages for the sitemap: exactly those that search engines may list. */
export async function listBookingPages(
  request: Pick<PageRequest, 'id'>,
  { now, most }: { now: Date; most: number },
): Promise<string[]> {
  const bookable = await asActor(visitor(request), (tx) => listBookableStudios(tx, { now, limit: most }))
  return bookable.flatMap(({ slug }) => [`/s/${slug}`, `/${slug}/book`])
}

/** The bookable services, as written in the page; null if the studio takes no bookings. */
async function servicesOf(tx: Tx, slug: string, now: Date): Promise<StudioPage['services'] | null> {
  const data = await getShownOffer(tx, { slug, now })
  if (!data) return null
  const shown = data.items.map((service) => ({
    key: service.key,
    label: service.label,
    length: lengthText(service.default_minutes),
    price: priceOfferText(service, service.currency),
  }))
  const { takes_bookings, contact_email, contact_phone } = data
  return { shown, data, takes_bookings, contact: { contact_email, contact_phone } }
}

type HeadTexts = { title: string; description: string }

const wordsOf = ({ name, tagline }: PublicStudio): HeadTexts => ({
  title: name,
  description: tagline || `Book sessions at ${name} and follow your projects online.`,
})

function bookingWords({ name, tagline, is_active }: PublicStudio, services: StudioPage['services'] | null): HeadTexts {
  const title = `Book a session - ${name}`
  if (!is_active || services?.takes_bookings === false)
    return { title, description: `${name} takes no new bookings at the moment.` }
  const some = services?.shown.slice(0, 3).map(({ label }) => label) ?? []
  const what = some.length > 0 ? `: ${some.join(', ')}` : ''
  return { title, description: `See prices and free times at ${name}${what}.${tagline ? ` ${tagline}` : ''}` }
}

/** A studio's stylesheet and its address; null if there is no such studio. */
export async function brandSheet(request: Pick<PageRequest, 'id'>, studio_id: string) {
  const studio = await asActor(visitor(request), (tx) => resolveStudio(tx, { id: studio_id }))
  return studio ? { text: brandStylesheet(studio.brand_colors, studio.fonts), path: studio.brand_css } : null
}

const colorsOf = (brand: BrandColors): Card['colors'] => {
  const paint = (name: 'background' | 'primary' | 'accent') => buttonColorsOf(brand[name] ?? defaultBrandColors[name])
  const { color: background, ink } = paint('background')
  return { background, primary: paint('primary').color, accent: paint('accent').color, ink }
}

const cardOf = (studio: PublicStudio, { publicUrl }: PublicAddress): Card => ({
  title: studio.name,
  subtitle: studio.tagline ?? '',
  footer: `${new URL(publicUrl).host}/${studio.slug}`,
  colors: colorsOf(studio.brand_colors),
})

// Increase this when the design of the pictures changes, so that caches do not show old ones.
const DRAWING = 1

const picturePath = (studio: PublicStudio, config: PublicAddress) => {
  const says = JSON.stringify([DRAWING, cardOf(studio, config)])
  return `/brand/${studio.id}-${createHash('sha256').update(says).digest('hex').slice(0, 16)}.png`
}

/** The picture for link previews of a studio's page, and the page's canonical address; null if there is no such studio. */
export async function studioPicture(request: Pick<PageRequest, 'id'>, studio_id: string, config: PublicAddress) {
  const studio = await asActor(visitor(request), (tx) => resolveStudio(tx, { id: studio_id }))
  if (!studio) return null
  const path = picturePath(studio, config)
  return { path, draw: () => drawCardOnce(path, cardOf(studio, config)) }
}

/** The studio with this proven domain; null if there is none. */
export async function studioOfDomain(host: string): Promise<string | null> {
  const studio = await asActor({ session_id: null, request_id: 'host' }, (tx) => resolveStudio(tx, { host }))
  return studio?.id ?? null
}
