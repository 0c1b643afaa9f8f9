import { listServicePictures } from '@studiohub/contract/features/availability/choices/rules.ts'
import { listOpeningLines, listOpeningStates } from '@studiohub/contract/features/availability/opening/rules.ts'
import type { PublicService, PublicTimes } from '@studiohub/contract/features/availability/schema.ts'
import { findLowestPrice, priceOfferText } from '@studiohub/contract/features/prices/rules.ts'
import type { PublicPicture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { isLengthOffered } from '@studiohub/contract/features/resources/rules.ts'
import { policyText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { mapUrl, studioTypeLabels, zoneText } from '@studiohub/contract/features/studios/words.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import { type Formats, timeText } from '@studiohub/contract/shared/formats.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { CalendarDate } from '@studiohub/contract/shared/time.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { StudioPage } from '#platform/http/fill-page.ts'
import { readPublicTimes } from '../public-service.ts'
import { getPublicOffer } from '../queries.ts'
import { describeCancellationAt } from './cancellation-service.ts'
import { DAYS_SHOWN, emptyForm, type FormOptions, fillForm } from './form-service.ts'
import { getPublicPage, getPublicPictures } from './queries.ts'

type Service = Omit<PublicService, 'pictures'>
type PublicPage = NonNullable<StudioPage['public_page']>

/** The content of a studio's public page, and its data for search engines. */
export type PublicPageContent = {
  page: PublicPage
  takes_bookings: boolean
  /** Origins of the websites that may show the booking form. */
  websites: readonly string[]
  /** For search engines (schema.org), without the page's own address. */
  business: Record<string, unknown>
}

const TIMES_SHOWN = 4
const TIMES_DAYS = 31
const LINK_DAYS_MAX = 700
const OPENING_DAYS = 9

/** The service, length and days that a link names, if they are offered. */
function requestedTimes(services: readonly Service[], query: URLSearchParams | undefined, today: string) {
  const service = services.find(({ key }) => key === query?.get('service'))
  if (!service) return null
  const minutes = Number(query?.get('minutes'))
  const date = CalendarDate.safeParse(query?.get('day')).data ?? today
  return {
    service,
    times: {
      ...(isLengthOffered(minutes, service) && minutes > 0 && { minutes }),
      // Days are shown from today. If the day of the link is further ahead, they begin with that day.
      ...(date >= plusDays(today, DAYS_SHOWN) && date < plusDays(today, LINK_DAYS_MAX) && { date }),
    },
  }
}

/** Reads everything that a studio's public page shows. A closed studio shows only its name and branding. */
export async function readPublicPage(
  tx: Tx,
  studio: PublicStudio,
  now: Date,
  options: FormOptions = {},
): Promise<PublicPageContent> {
  const studioPage = await getPublicPage(tx, studio.id)
  const today = todayIn(studioPage?.timezone ?? 'UTC', now)
  const offer = await getPublicOffer(tx, { slug: studio.slug, from: today, to: plusDays(today, OPENING_DAYS), now })
  if (!studioPage || !offer) return { page: closedPage(studio), takes_bookings: false, websites: [], business: {} }
  // Preferably a service with a price, because a public page should begin with prices.
  const defaultService = offer.services.find((service) => findLowestPrice(service).price_minor) ?? offer.services[0]
  const requested = requestedTimes(offer.services, options.query, today)
  const service = requested?.service ?? defaultService
  const query = { slug: studio.slug, days: TIMES_DAYS, ...requested?.times }
  const times = service
    ? await readPublicTimes(tx, { ...query, service: service.key }, now, { namedRooms: studioPage.rooms })
    : null
  const pictures = await getPublicPictures(tx, studio.slug)
  const formats = getFormats(offer.country)
  const values = pageValues(studio, studioPage, { offer, pictures, formats, now })
  const nextTimes = service && times ? listNextStarts(service, times, formats) : []
  const context = {
    slug: studio.slug,
    services: offer.services,
    visitors: studioPage.visitors_can_book && options.takes_visitors === true,
    formats,
    cancellationRuleAt: (start: { day: string; time: string }) =>
      describeCancellationAt(start, studioPage, formats, now) ?? values.cancel_rule,
    cancellationRule: values.cancel_rule,
  }
  const form = service && times ? fillForm({ ...context, service, times }, options) : { values: {}, lists: emptyForm }
  return {
    page: {
      values: {
        ...values,
        ...form.values,
        studio_id: studio.id,
        has_times: nextTimes.length > 0,
        times_of: service?.label ?? '',
      },
      lists: {
        ...form.lists,
        ...pageLists(studioPage, { offer, pictures, formats }),
        time: nextTimes,
      },
      times,
    },
    takes_bookings: offer.takes_bookings && defaultService !== undefined,
    websites: studioPage.websites ?? [],
    business: describeBusiness(studio, studioPage, offer),
  }
}

type PublicPageRow = NonNullable<Awaited<ReturnType<typeof getPublicPage>>>
type StudioOffer = NonNullable<Awaited<ReturnType<typeof getPublicOffer>>>
type Pictures = Awaited<ReturnType<typeof getPublicPictures>>
type PageParts = {
  offer: StudioOffer
  pictures: Pictures
  formats: Formats
}

const listRoomPictures = ({ rooms }: Pictures) => rooms.flatMap((room) => room.pictures)

/** The single values of the page, by the name of their placeholder. */
function pageValues(
  studio: PublicStudio,
  page: PublicPageRow,
  { offer, pictures, formats, now }: PageParts & { now: Date },
) {
  const { location, contact_email, contact_phone, links, rooms, people } = page
  const isBookable = offer.services.length > 0
  const states = listOpeningStates(offer.hours, page.timezone, now, formats)
  return {
    ...closedPage(studio).values,
    location,
    contact_email,
    contact_phone,
    hero: studio.hero_image_url ?? listRoomPictures(pictures)[0]?.url ?? null,
    map_url: location && mapUrl(location),
    phone_url: contact_phone?.replaceAll(/[^\d+]/g, '') ?? null,
    // "Open now" would contradict the notice of a studio that takes no bookings.
    opening: isBookable ? (states[0]?.text ?? null) : null,
    is_open_now: states[0]?.is_open ?? false,
    is_closed_now: states[0]?.is_open === false,
    opening_states: JSON.stringify(states.map(({ from, text }) => [from, text])),
    zone: zoneText(page.timezone),
    cancel_rule: policyText(page.cancellation_policy, page.cancellation_cutoff_hours),
    has_rules: true,
    is_bookable: isBookable,
    has_services: isBookable,
    has_hours: offer.hours.weekly.length > 0,
    has_rooms: rooms.length > 0,
    has_people: people.length > 0,
    has_links: links.length > 0,
    has_contact: Boolean(location || contact_email || contact_phone || links.length > 0),
  }
}

/** The entries of the page's lists. */
function pageLists({ rooms, people, links }: PublicPageRow, { offer, pictures, formats }: PageParts) {
  const services = offer.services.map((service) => ({ ...service, pictures: pictures.services[service.key] ?? [] }))
  const servicePictures = listServicePictures(services, pictures.rooms)
  return {
    room: rooms.map(({ id, name, details }) => {
      const photo = toPhotos(pictures.rooms.find((room) => room.id === id)?.pictures ?? [], name)
      const [cover] = photo
      return {
        name,
        details,
        picture: cover?.url ?? null,
        alt: cover?.alt ?? name,
        has_one: photo.length === 1 ? 'true' : null,
        count: photo.length > 1 ? `${photo.length} pictures` : null,
        photo,
      }
    }),
    person: people.map(({ name, details, picture }) => ({
      name,
      details,
      picture,
      initial: name.trim().slice(0, 1).toUpperCase(),
    })),
    hours: listOpeningLines(offer.hours.weekly, formats),
    link: links.map((url) => ({ url, label: new URL(url).hostname.replace(/^www\./, '') })),
    service: services.map((service, index) => serviceEntry(service, formats, servicePictures[index] ?? null)),
  }
}

/** The studio for search engines, as a `LocalBusiness` of schema.org. */
const describeBusiness = (
  studio: PublicStudio,
  { location, contact_email, contact_phone, links }: PublicPageRow,
  offer: StudioOffer,
) => ({
  '@type': 'LocalBusiness',
  name: studio.name,
  ...(studio.tagline && { description: studio.tagline }),
  ...(location && { address: location }),
  ...(contact_email && { email: contact_email }),
  ...(contact_phone && { telephone: contact_phone }),
  ...(studio.hero_image_url && { image: studio.hero_image_url }),
  ...(links.length > 0 && { sameAs: links }),
  openingHoursSpecification: offer.hours.weekly.map(({ weekday, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays[weekday],
    opens,
    closes,
  })),
})

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const closedPage = ({ type, name, hero_image_url }: PublicStudio): PublicPage => ({
  values: {
    hero: hero_image_url,
    kind: studioTypeLabels[type],
    initial: name.trim().slice(0, 1).toUpperCase(),
    is_bookable: false,
  },
  lists: { room: [], person: [], hours: [], link: [], time: [], service: [], ...emptyForm },
  times: null,
})

/** All pictures of a room or service, each with a text. */
const toPhotos = (pictures: readonly PublicPicture[], name: string) =>
  pictures.map(({ small_url, alt }, index) => ({
    url: small_url,
    alt: alt || (index === 0 ? name : `${name}, picture ${index + 1}`),
  }))

type PicturedService = Service & { pictures: readonly PublicPicture[] }

const serviceEntry = (service: PicturedService, formats: Formats, picture: string | null) => ({
  picture,
  // The first picture is the cover, which is always shown.
  has_more: service.pictures.length > 1 ? 'true' : null,
  photo: toPhotos(service.pictures, service.label).slice(1),
  key: service.key,
  url: `?service=${service.key}#book`,
  label: service.label,
  length: lengthText(service.default_minutes),
  price: priceOfferText(service, service.currency, formats),
  description: service.description,
  capacity: service.capacity === null ? null : `up to ${service.capacity} people`,
})

/** The first free start of each of the next free days. */
function listNextStarts(service: Service, times: PublicTimes, formats: Formats) {
  const free = times.days.filter(({ starts }) => starts.length > 0).slice(0, TIMES_SHOWN)
  return free.map(({ date, weekday, name, starts, prices, amounts, rooms }) => {
    const [time = ''] = starts
    const query = new URLSearchParams({ service: service.key, minutes: String(times.minutes), day: date, time })
    return {
      day: date,
      start: time,
      text: `${weekday}, ${name.split(', ')[1]}, ${timeText(time, formats)}`,
      // Without an amount the price is a sentence, which is in the list of services.
      details: [rooms[0], typeof amounts[0] === 'number' && prices[0]].filter(Boolean).join(' · '),
      url: `?${query}#book`,
    }
  })
}
