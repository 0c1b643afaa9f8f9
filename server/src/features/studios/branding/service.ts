import { describeServices } from '@studiohub/contract/features/availability/choices/rules.ts'
import { type LegalKind, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { mapUrl, zoneText } from '@studiohub/contract/features/studios/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { getShownOffer } from '#features/availability/queries.ts'
import { asActor } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { StudioPage } from '#platform/http/fill-page.ts'
import type { OwnerLookup } from '#platform/http/pages.ts'
import { CARD_HEIGHT, CARD_WIDTH } from '#platform/images/card-picture.ts'
import { listBookableStudios, resolveStudio } from '../queries.ts'
import {
  bookingPagePattern,
  canonicalUrl,
  framedPagePattern,
  locatePage,
  type PageRequest,
  parseLegalKind,
  parseSlug,
  parseStudioAddress,
  publicPagePattern,
  toVisitorCaller,
} from './address-service.ts'
import { iconPath, manifestPath } from './app-service.ts'
import { type PublicStudio, type PublicUrlConfig, picturePath } from './preview-service.ts'

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
  config: PublicUrlConfig
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
