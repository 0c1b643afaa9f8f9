import { timesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { dateFormat, timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { Link } from 'react-router'
import { hasStoredSession } from '#lib/session/stored-session.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { sessionTotal } from '../model/total.ts'

const formatShortDate = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })

type ContinueBookingProps = {
  studio: { slug: string }
  service: PublicService
  session: { minutes: number; day: string; time: string }
}

/**
 * The chosen time with a link to sign up; afterwards the client confirms it on their own page, where availability is
 * checked again.
 */
export function ContinueBooking({ studio, service, session: { minutes, day, time } }: ContinueBookingProps) {
  const { label } = service
  const times = timesOfLength(time, minutes)
  const price = sessionTotal(service, { minutes, day, time })
  const namespace = studio.slug
  const next = paths.clientBookings(namespace, { book: service.key, minutes: String(minutes), day, time })
  return (
    <section
      aria-label="Your choice"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-border bg-card p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lg"
    >
      <div className="mx-auto grid max-w-[68rem] gap-3 md:px-4 md:grid-cols-[1fr_auto] md:items-center">
        <p className="flex items-baseline justify-between gap-3 text-sm tabular-nums md:grid md:gap-0">
          <span>
            {label}, {formatShortDate(day)},{' '}
            <span className="whitespace-nowrap">
              {timeRangeText(time, times.end_time)}
              {times.days > 2 && ` (${times.days} days)`}
            </span>
          </span>
          <span className="font-semibold">{price}</span>
        </p>
        <div className="grid grid-cols-[2fr_1fr] gap-2">
          {hasStoredSession() ? (
            <ButtonLink className="col-span-2">
              <Link to={next}>Book this time</Link>
            </ButtonLink>
          ) : (
            <>
              <ButtonLink>
                <Link to={paths.signup({ namespace, next })}>Sign up to book</Link>
              </ButtonLink>
              <ButtonLink look="secondary">
                <Link to={paths.login({ namespace, next })}>Sign in</Link>
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
