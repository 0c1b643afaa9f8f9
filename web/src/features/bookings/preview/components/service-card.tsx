import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { findLowestPrice, priceWithUnitText } from '@studiohub/contract/features/prices/rules.ts'
import type { PublicPicture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { mapUrl } from '@studiohub/contract/features/studios/words.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionChoice } from '#features/bookings/client/model/session-choice.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { PictureStrip, slideClasses } from '#ui/picture-strip.tsx'
import { useCancellation } from '../api.ts'
import type { Offer } from '../model/offer.ts'
import { formatHourlyPrice, formatLowestTotal, formatSessionTotal, NO_DAY } from '../model/total.ts'

type ServiceCardProps = { studio: PublicStudio; service: PublicService; offer: Offer; choice: SessionChoice }

/** The chosen service: above the times on phones, with its facts folded; a card beside them on wide screens. */
export function ServiceCard({ studio, service, offer, choice }: ServiceCardProps) {
  const { label, default_minutes, currency, description } = service
  const rooms = offer.rooms.filter(({ id }) => isRoomOf(service, id))
  const pictures = service.pictures.length > 0 ? service.pictures : rooms.flatMap((room) => room.pictures)
  const { day, time } = choice
  const minutes = choice.minutes ?? default_minutes
  const hourlyPrice = time ? formatHourlyPrice(service, { minutes, day: day || NO_DAY, time }) : null
  const rule = useCancellation(studio.slug, choice) ?? offer.cancel_rule
  const roomText = rooms.length > 0 ? `In ${formatRooms.format(rooms.map(({ name }) => name))}` : ''
  const facts = { description, rule, rooms: roomText, roomCount: rooms.length, location: offer.location }
  return (
    <div className="overflow-hidden rounded-md border border-border bg-card lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <ServicePictures
        pictures={pictures}
        name={label}
        fallback={studio.hero_image_url}
        className="aspect-video w-full bg-muted object-cover max-lg:hidden"
      />
      <div className="grid grid-cols-1 gap-4 px-4 py-2 lg:p-5">
        <div className="flex items-center justify-between gap-3 lg:items-start">
          <div className="grid min-w-0 grid-cols-1 gap-0.5">
            <h2 className="font-medium lg:text-lg lg:font-semibold">{label}</h2>
            <p className="text-sm text-muted-foreground">
              {lengthText(minutes)}
              {/* On wide screens the total has the hourly price of the chosen time. */}
              <span className={hourlyPrice ? 'lg:hidden' : undefined}>
                , {hourlyPrice ?? priceWithUnitText(service, currency)}
              </span>
            </p>
          </div>
          <ButtonLink look="secondary" size="small" className="max-md:min-h-11">
            <Link to={paths.book(studio.slug)} aria-label="Change the service">
              Change
            </Link>
          </ButtonLink>
        </div>
        {description && <p className="text-sm max-lg:hidden">{description}</p>}
        {roomText && <p className="text-sm text-muted-foreground max-lg:hidden">{roomText}</p>}
        <Total service={service} minutes={minutes} choice={choice} hourlyPrice={hourlyPrice} />
        <p className="border-t border-border pt-3 text-sm max-lg:hidden">
          {rule}. <FactsLink slug={studio.slug} />
        </p>
      </div>
      <FoldedFacts slug={studio.slug} facts={facts}>
        <ServicePictures
          pictures={pictures}
          name={label}
          fallback={null}
          className="aspect-video w-full rounded-md bg-muted object-cover"
        />
      </FoldedFacts>
    </div>
  )
}

const formatRooms = new Intl.ListFormat('en', { type: 'disjunction' })

const FactsLink = ({ slug }: { slug: string }) => (
  <a href={`${paths.publicPage(slug)}#find-us`} className="text-link underline underline-offset-4 max-md:py-1.5">
    Address, hours and rules
  </a>
)

type ServicePicturesProps = {
  pictures: readonly PublicPicture[]
  name: string
  /** A decorative picture instead of none. */
  fallback: string | null
  className: string
}

/** One picture, or several side by side. */
function ServicePictures({ pictures, name, fallback, className }: ServicePicturesProps) {
  const [cover, ...more] = pictures
  const url = cover?.small_url ?? fallback
  if (!url) return null
  if (more.length === 0) {
    const alt = cover ? cover.alt || name : ''
    return <img src={url} alt={alt} width={640} height={480} loading="lazy" className={className} />
  }
  return (
    <div className={className}>
      <PictureStrip label={`Pictures of ${name}`} count={`${pictures.length} pictures`} className="size-full">
        {pictures.map(({ small_url, alt }, index) => (
          <img
            key={small_url}
            src={small_url}
            alt={alt || `${name}, picture ${index + 1}`}
            width={640}
            height={480}
            loading="lazy"
            className={slideClasses}
          />
        ))}
      </PictureStrip>
    </div>
  )
}

type FoldedFactsProps = {
  slug: string
  facts: { description: string | null; rule: string; rooms: string; roomCount: number; location: string | null }
  children: ReactNode
}

// Two lines each have space for a rule with its fees. Unfolded, longer ones are complete.
const foldedLineClasses = 'max-md:group-not-open/facts:line-clamp-2'

/** What one should know before booking, below wide screens: place and rule, the rest unfolded. */
function FoldedFacts({ slug, facts, children }: FoldedFactsProps) {
  const { description, rule, rooms, roomCount, location } = facts
  const place = [roomCount > 2 ? `In one of ${roomCount} rooms` : rooms, location].filter(Boolean).join(' · ')
  return (
    <details className="group/facts px-4 pb-2 text-sm lg:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 border-t border-border pt-2">
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5 wrap-anywhere">
          {place && <span className={foldedLineClasses}>{place}</span>}
          {description && <span className="hidden text-muted-foreground group-open/facts:block">{description}</span>}
          <span className={cx(foldedLineClasses, 'text-muted-foreground')}>{rule}</span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 transition duration-150 group-open/facts:rotate-180" />
      </summary>
      <div className="mt-3 grid grid-cols-1 justify-items-start gap-2">
        {children}
        {roomCount > 2 && <p>{rooms}</p>}
        {location && (
          <a
            href={mapUrl(location)}
            target="_blank"
            rel="noopener noreferrer"
            className="text-link underline underline-offset-4 max-md:py-1.5"
          >
            Show on a map
          </a>
        )}
        <FactsLink slug={slug} />
      </div>
    </details>
  )
}

type TotalProps = {
  service: PublicService
  minutes: number
  choice: SessionChoice
  /** Null before a time is chosen, and if the hours of the chosen time have no common price. */
  hourlyPrice: string | null
}

/** The price of the chosen length. If it depends on day, time or room, it is the lowest one until a time is chosen. */
function Total({ service, minutes, choice: { day, time }, hourlyPrice }: TotalProps) {
  const { from, price_minor } = findLowestPrice(service)
  const isKnown = Boolean(time) || !from
  if (price_minor === null && !from) return null
  return (
    <p
      className="flex items-baseline justify-between gap-3 border-t border-border pt-3 max-lg:hidden"
      aria-live="polite"
    >
      <span className="text-sm text-muted-foreground">
        {hourlyPrice ? `${lengthText(minutes)} at ${hourlyPrice}` : `Total for ${lengthText(minutes)}`}
      </span>
      <span className="text-lg font-semibold tabular-nums">
        {isKnown
          ? formatSessionTotal(service, { minutes, day: day || NO_DAY, time: time || '12:00' })
          : `from ${formatLowestTotal(service, minutes)}`}
      </span>
    </p>
  )
}
