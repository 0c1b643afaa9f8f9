import type { VisitorHold } from '@studiohub/contract/features/bookings/visitors/schema.ts'
import { PRICE_ON_REQUEST } from '@studiohub/contract/features/prices/rules.ts'
import { payableMinor } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { timeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAcceptance } from '#features/terms/shared/use-acceptance.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { readFreeStarts, readNewPrice, readNewTerms } from '../model/visitor-error.ts'
import { useBookVisitorHold, useVisitorHold } from '../visitor-api.ts'
import { AuthCard, inlineLink } from './auth-card.tsx'
import { ExpiredLink } from './expired-link.tsx'

const AcceptTerms = lazy(async () => ({
  default: (await import('#features/terms/shared/accept-terms.tsx')).AcceptTerms,
}))

type VisitorLinkProps = { token_hash: string; owner: string; namespace: string | null }

/**
 * The page of the email to a visitor: it shows the reserved time, and its button books it. Opening it does nothing,
 * because mail scanners open links too.
 */
export function VisitorLink({ token_hash, owner, namespace }: VisitorLinkProps) {
  const hold = useVisitorHold(token_hash)
  if (hold.data) return <ConfirmHold hold={hold.data} token={token_hash} />
  if (!hold.error) return <Skeleton className="h-64" />
  const isExpired = describeError(hold.error).code === 'NOT_FOUND'
  if (!isExpired) {
    return (
      <AuthCard title="Confirm your session" subtitle={describeError(hold.error).message} owner={owner}>
        <Button onClick={() => hold.mutate(token_hash)}>Retry</Button>
      </AuthCard>
    )
  }
  return <UsedLink owner={owner} namespace={namespace} />
}

function UsedLink({ owner, namespace }: Omit<VisitorLinkProps, 'token_hash'>) {
  return (
    <>
      <ExpiredLink
        subtitle="It works once, within an hour. If you have confirmed your session, sign in to see it."
        owner={owner}
        namespace={namespace}
      />
      {namespace && (
        <p className="mt-4 text-sm">
          <a href={paths.publicPage(namespace)} className={inlineLink}>
            Choose a time again
          </a>
        </p>
      )}
    </>
  )
}

function ConfirmHold({ hold, token }: { hold: VisitorHold; token: string }) {
  const navigate = useNavigate()
  const { studio } = hold
  const book = useBookVisitorHold(token)
  const error = book.error ? describeError(book.error) : null
  const [isSubmitted, setSubmitted] = useState(false)
  const terms = readNewTerms(book.error) ?? hold.terms
  const acceptance = useAcceptance(terms)
  const { signature } = acceptance
  const bookHold = (seen_price?: VisitorPrice) => {
    setSubmitted(true)
    if (!acceptance.isComplete) return
    book.mutate(
      { id: hold.id, ...(seen_price && { seen_price }), ...(terms && { accepted_terms: terms.id, signature }) },
      {
        onSuccess: ({ booking }) =>
          booking && navigate(paths.clientBookings(studio.slug, { booked: booking.id }), { replace: true }),
      },
    )
  }
  if (error?.code === 'otp_expired') return <UsedLink owner={studio.name} namespace={studio.slug} />
  if (book.data && !book.data.booking) return <WaitForStudio studio={studio} />
  const price = readNewPrice(book.error)
  return (
    <AuthCard title="Confirm your session" subtitle={subtitleOf(hold)} owner={studio.name}>
      <dl className="grid gap-2">
        <Fact name="Session">{hold.service}</Fact>
        <Fact name="When">
          {whenText(hold)}
          <span className="block text-sm text-muted-foreground">{hold.timezone.replaceAll('_', ' ')} time</span>
        </Fact>
        <Fact name="Where">{[studio.name, studio.location].filter(Boolean).join(', ')}</Fact>
        <Fact name="Price">
          {priceText(payableMinor(hold.price_minor, hold.tax), hold.currency) || PRICE_ON_REQUEST}
          {hold.discount_code && ` with code ${hold.discount_code}`}
        </Fact>
      </dl>
      {hold.cancellation && <p className="text-sm text-muted-foreground">{hold.cancellation}.</p>}
      {error && (
        <p role="alert" className="text-sm text-cancelled">
          {error.message}
        </p>
      )}
      {terms && (
        <Suspense fallback={<Skeleton className="h-9" />}>
          <AcceptTerms
            key={terms.id}
            level={2}
            terms={terms}
            studio={studio}
            acceptance={acceptance}
            isSubmitted={isSubmitted && !error}
          />
        </Suspense>
      )}
      {error?.code === 'BOOKING_CONFLICT' ? (
        <OtherTimes hold={hold} starts={readFreeStarts(book.error)} />
      ) : (
        <Button
          pending={book.isPending || Boolean(book.data)}
          pendingText="Booking..."
          onClick={() => bookHold(error?.code === 'PRICE_CHANGED' && price ? price : undefined)}
        >
          {error?.code === 'PRICE_CHANGED' ? 'Book at the new price' : 'Confirm the session'}
        </Button>
      )}
      <p className="text-center text-sm text-muted-foreground">
        Confirming signs you in as {hold.email}. {studio.name} sees your name and email.
      </p>
    </AuthCard>
  )
}

function whenText({ booking_date, start_time, end_time, days }: VisitorHold) {
  if (days === 1) return `${formatWeekdayAndDay(booking_date)}, ${timeRangeText(start_time, end_time)}`
  const endDate = formatWeekdayAndDay(plusDays(booking_date, days - 1))
  return `${formatWeekdayAndDay(booking_date)}, ${timeText(start_time)} – ${endDate}, ${timeText(end_time)}`
}

const subtitleOf = ({ is_held, expires_at, timezone }: VisitorHold) =>
  is_held
    ? `The time is reserved for you until ${timeText(localAt(expires_at, timezone).time)}`
    : 'The time is no longer reserved, but you can book it if it is still free'

type VisitorPrice = { price_minor: number | null; currency: string | null }

/** The nearest free times after a conflict, each with a link to its booking form. */
function OtherTimes({ hold, starts }: { hold: VisitorHold; starts: readonly string[] }) {
  const minutes = String(sessionMinutes(hold))
  const link = (time?: string) =>
    paths.clientBookings(hold.studio.slug, {
      book: hold.service_type,
      minutes,
      day: hold.booking_date,
      ...(time && { time }),
    })
  return (
    <div className="grid gap-3">
      {starts.length > 0 && (
        <ul aria-label="Free on the same day" className="grid grid-cols-3 gap-2">
          {starts.slice(0, 6).map((time) => (
            <li key={time} className="grid">
              <ButtonLink look="secondary">
                <Link to={link(time)}>{timeText(time)}</Link>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink>
        <Link to={link()}>Choose another time</Link>
      </ButtonLink>
    </div>
  )
}

function WaitForStudio({ studio }: { studio: BookedStudio }) {
  return (
    <AuthCard
      title={`${studio.name} received your request`}
      subtitle="The studio must first accept you as a client. You will get an email with its answer, and can then book."
      owner={studio.name}
    >
      <ButtonLink>
        <Link to={paths.callback({ namespace: studio.slug })}>Continue</Link>
      </ButtonLink>
    </AuthCard>
  )
}

type BookedStudio = VisitorHold['studio']

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_1fr] gap-3">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-break-word">{children}</dd>
    </div>
  )
}
