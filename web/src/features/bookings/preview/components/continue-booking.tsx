import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import { visitorPromise } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { dateFormat, timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { Link } from 'react-router'
import { applyReaderFormats } from '#lib/page/reader-formats.ts'
import { hasStoredSession } from '#lib/session/stored-session.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatSessionTotal } from '../model/total.ts'

const formatShortDate = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })

type ContinueBookingProps = {
  studio: { slug: string }
  service: PublicService
  /** Whether people without an account can book with their name and email. */
  takesVisitors: boolean
  session: { minutes: number; day: string; time: string }
}

/**
 * The chosen time and how to book it. Clients confirm it on their own page. Others type their name and email on the studio's
 * public page, or sign up if the studio asks for an account. All of these check again that the time is free.
 */
export function ContinueBooking({ studio, service, takesVisitors, session }: ContinueBookingProps) {
  const { minutes, day, time } = session
  const times = getTimesOfLength(time, minutes)
  const isGuest = !hasStoredSession()
  return (
    <section
      aria-label="Your choice"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-border bg-card p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lg"
    >
      <div className="mx-auto grid max-w-[68rem] gap-3 md:px-4 md:grid-cols-[1fr_auto] md:items-center">
        <div className="text-sm">
          <p className="flex items-baseline justify-between gap-x-3 tabular-nums md:justify-start">
            <span className="min-w-0 wrap-anywhere">
              {service.label}, {formatShortDate(day)},{' '}
              <span className="whitespace-nowrap">
                {timeRangeText(time, times.end_time)}
                {times.days > 2 && ` (${times.days} days)`}
              </span>
            </span>
            <span className="shrink-0 font-semibold whitespace-nowrap">{formatSessionTotal(service, session)}</span>
          </p>
          {isGuest && takesVisitors && <p className="text-muted-foreground">{visitorPromise}</p>}
        </div>
        <Actions
          namespace={studio.slug}
          serviceKey={service.key}
          session={session}
          isGuest={isGuest}
          takesVisitors={takesVisitors}
        />
      </div>
    </section>
  )
}

type ActionsProps = Pick<ContinueBookingProps, 'takesVisitors' | 'session'> & {
  namespace: string
  serviceKey: string
  isGuest: boolean
}

function Actions({ namespace, serviceKey, session, isGuest, takesVisitors }: ActionsProps) {
  const choice = { minutes: String(session.minutes), day: session.day, time: session.time }
  const next = paths.clientBookings(namespace, { book: serviceKey, ...choice })
  const form = `${paths.publicPage(namespace)}?${new URLSearchParams({ service: serviceKey, ...choice })}#book`
  if (!isGuest) {
    return (
      // The client's own pages have the formats of the reader, not of the studio.
      <ButtonLink>
        <Link to={next} onClick={() => applyReaderFormats()}>
          Book this time
        </Link>
      </ButtonLink>
    )
  }
  return (
    <div className="grid grid-cols-[2fr_1fr] gap-2">
      <ButtonLink>
        {takesVisitors ? (
          <a href={form}>Book this time</a>
        ) : (
          <Link to={paths.signup({ namespace, next })}>Sign up to book</Link>
        )}
      </ButtonLink>
      <ButtonLink look="secondary">
        <Link to={paths.login({ namespace, next })}>Sign in</Link>
      </ButtonLink>
    </div>
  )
}
