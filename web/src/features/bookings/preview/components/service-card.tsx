import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { findLowestPrice, priceWithUnitText } from '@studiohub/contract/features/prices/rules.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { Link } from 'react-router'
import type { SessionChoice } from '#features/bookings/client/model/session-choice.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Offer } from '../model/offer.ts'
import { formatSessionTotal } from '../model/total.ts'

/** Stands for the day while none is chosen. Prices that depend on the day are not shown then. */
const NO_DAY = '2000-01-01'

type ServiceCardProps = { studio: PublicStudio; service: PublicService; offer: Offer; choice: SessionChoice }

/** The chosen service: a line above the times on phones, a card beside them on wide screens. */
export function ServiceCard({ studio, service, offer, choice }: ServiceCardProps) {
  const { label, default_minutes, currency, description, room_ids } = service
  const rooms = offer.rooms.filter(({ id }) => room_ids === null || room_ids.includes(id))
  const details = description || rooms.map(({ name }) => name).join(', ')
  const [cover] = service.pictures
  const picture = cover?.small_url ?? studio.hero_image_url
  const minutes = choice.minutes ?? default_minutes
  return (
    <div className="overflow-hidden rounded-md border border-border bg-card lg:sticky lg:top-6 lg:col-start-2">
      {picture && (
        <img
          src={picture}
          alt={cover?.alt ?? ''}
          width={640}
          height={480}
          loading="lazy"
          className="aspect-video w-full bg-muted object-cover max-lg:hidden"
        />
      )}
      <div className="grid grid-cols-1 gap-4 px-4 py-3 lg:p-5">
        <div className="flex items-center justify-between gap-3 lg:items-start">
          <div className="grid min-w-0 grid-cols-1 gap-0.5">
            <h2 className="font-medium lg:text-lg lg:font-semibold">{label}</h2>
            <p className="text-sm text-muted-foreground">
              {lengthText(minutes)}, {priceWithUnitText(service, currency)}
            </p>
          </div>
          <ButtonLink look="secondary" size="small" className="max-md:min-h-11">
            <Link to={paths.book(studio.slug)} aria-label="Change the service">
              Change
            </Link>
          </ButtonLink>
        </div>
        {details && <p className="text-sm max-lg:hidden">{details}</p>}
        <Total service={service} minutes={minutes} choice={choice} />
        <p className="border-t border-border pt-3 text-sm max-lg:hidden">
          {offer.cancel_rule}.{' '}
          <a href={`${paths.publicPage(studio.slug)}#find-us`} className="text-link underline underline-offset-4">
            Address, hours and rules
          </a>
        </p>
      </div>
    </div>
  )
}

type TotalProps = { service: PublicService; minutes: number; choice: SessionChoice }

/** The price of the chosen length. If it depends on day, time or room, it is known once a time is chosen. */
function Total({ service, minutes, choice: { day, time } }: TotalProps) {
  const { from, price_minor } = findLowestPrice(service)
  const isKnown = Boolean(time) || !from
  if (price_minor === null && !from) return null
  return (
    <p
      className="flex items-baseline justify-between gap-3 border-t border-border pt-3 max-lg:hidden"
      aria-live="polite"
    >
      <span className="text-sm text-muted-foreground">Total for {lengthText(minutes)}</span>
      {isKnown ? (
        <span className="text-lg font-semibold tabular-nums">
          {formatSessionTotal(service, { minutes, day: day || NO_DAY, time: time || '12:00' })}
        </span>
      ) : (
        <span className="text-sm">Choose a time</span>
      )}
    </p>
  )
}
