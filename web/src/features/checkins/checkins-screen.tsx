import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { ClipboardCheck, LogIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useLiveBookings } from '../bookings/cache-api.ts'
import { useBookingsBetween } from '../bookings/lists-api.ts'
import { muteRowsThatAreOver } from '../bookings/shared/status.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useCheckins, useLiveCheckins } from './api.ts'
import { CheckinsTable } from './components/checkins-table.tsx'
import { isExpected, listDayRows } from './model/day-rows.ts'

const loadDialog = () => import('./components/checkin-dialog.tsx')
const CheckinDialog = lazy(async () => ({ default: (await loadDialog()).CheckinDialog }))

export default function CheckinsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <CheckinsPage studio={studio} /> : <NoStudio page="Client Check-Ins" />
}

function CheckinsPage({ studio }: { studio: Studio }) {
  useLiveCheckins()
  useLiveBookings()
  usePrefetch(loadDialog)
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const today = todayIn(studio.timezone, now)
  const checkIn = (
    <Button onClick={() => setOpen(true)}>
      <LogIn aria-hidden />
      Check In Client
    </Button>
  )
  return (
    <Page title="Client Check-Ins" subtitle="Who is expected, who is here, and who has left today" action={checkIn}>
      <section aria-labelledby="checkins" className="grid gap-3">
        <h2 id="checkins" className="sr-only">
          Today's check-ins
        </h2>
        <CheckinsOfDay studio={studio} today={today} now={now} />
      </section>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <CheckinDialog studio={studio} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** One table of the check-ins and the expected sessions. If one of the two does not load, the other is still shown. */
function CheckinsOfDay({ studio, today, now }: { studio: Studio; today: string; now: Date }) {
  const checkins = useCheckins(studio.id)
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const failed = [
    { query: checkins, title: 'Failed to load check-ins' },
    { query: bookings, title: 'Failed to load bookings' },
  ].filter(({ query }) => query.error && !query.data)
  if (checkins.isPending || bookings.isPending) {
    return (
      <div>
        <p role="status" className="sr-only">
          Loading check-ins...
        </p>
        <SkeletonTable />
      </div>
    )
  }
  const sessions = bookings.data?.items ?? []
  const rows = listDayRows(checkins.data, sessions, now)
  const sessionsText = describeExpected(sessions, now)
  return (
    <div className="grid grid-cols-1 gap-4">
      {failed.map(({ query, title }) => (
        <ErrorState
          key={title}
          title={title}
          message={describeError(query.error).message}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      ))}
      {rows.length > 0 && (
        <div className={muteRowsThatAreOver}>
          <CheckinsTable studio={studio} rows={rows} today={today} now={now} />
        </div>
      )}
      {rows.length === 0 && failed.length === 0 && (
        <EmptyState icon={ClipboardCheck} title="No check-ins yet">
          {sessionsText}
        </EmptyState>
      )}
      {rows.length > 0 && bookings.data && !rows.some(({ group }) => group === 'Expected today') && (
        <p className="text-sm text-muted-foreground">{sessionsText}</p>
      )}
      <ShowMore list={checkins} />
    </div>
  )
}

/** Says why no client is expected. */
function describeExpected(sessions: readonly Booking[], now: Date): string {
  if (sessions.some((booking) => isExpected(booking, now))) return 'All expected clients are checked in.'
  const hadSessions = sessions.some(({ client_id, status }) => client_id !== null && status !== 'cancelled')
  return hadSessions ? "Today's sessions are over." : 'No client has a session today.'
}
