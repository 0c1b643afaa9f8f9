import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIdInUrl } from '#lib/hooks/use-id-in-url.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useLiveBookings } from './cache-api.ts'
import { type BookingContext, useBookingContext } from './hooks/use-booking-context.ts'
import { useSchedule } from './lists-api.ts'
import { hasAssignedPerson, isAhead, ownSessions } from './model/schedule.ts'
import { ScheduleTable } from './overview/components/schedule-table.tsx'
import { WeekStrip } from './overview/components/week-strip.tsx'
import { getZoneNote } from './shared/wording.ts'

const BookingDrawer = lazy(async () => ({
  default: (await import('./details/components/booking-drawer.tsx')).BookingDrawer,
}))
const DaysOffList = lazy(async () => ({
  default: (await import('#features/resources/shared/days-off-list.tsx')).DaysOffList,
}))
const DAYS_AHEAD = 60

const views = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
] as const

export default function ScheduleScreen() {
  const { studio } = useActiveStudio()
  return studio ? <Schedule studio={studio} /> : <NoStudio page="My Schedule" />
}

/** Upcoming sessions at the studio: those assigned to the user, or all if no session has an assigned person. */
function Schedule({ studio }: { studio: Studio }) {
  useLiveBookings()
  const { context } = useBookingContext(studio)
  const [params, setParams] = useSearchParams()
  const [openId, setOpenId] = useState<string | null>(null)
  const [linkedId, removeLinkedId] = useIdInUrl('booking')
  const shownId = openId ?? linkedId
  const sessions = useSchedule(studio.id, { from: context.today, to: plusDays(context.today, DAYS_AHEAD - 1) })
  const zone = getZoneNote(studio.timezone, browserTimeZone())
  const ownResources = context.people.filter(({ user_id }) => user_id !== null && user_id === context.actor.user_id)
  // A user who cannot be booked has no days off.
  const daysOff = ownResources.length > 0 && <OwnDaysOff context={context} people={ownResources} />
  return (
    <Page title="My Schedule" subtitle={zone ?? `Sessions at ${studio.name} in the next ${DAYS_AHEAD} days`}>
      <div className="grid grid-cols-1 gap-6">
        <QueryView
          query={sessions}
          loadingText="Loading schedule..."
          skeleton={<SkeletonTable />}
          errorTitle="Failed to load schedule"
        >
          {({ items }) => {
            const all = items.filter((booking) => isAhead(booking, context.now))
            const canChoose = hasAssignedPerson(all)
            const view = canChoose && params.get('show') !== 'all' ? 'mine' : 'all'
            const visibleSessions = view === 'mine' ? ownSessions(all, context.people, context.actor.user_id) : all
            const hasNoneToday =
              visibleSessions.length > 0 && !visibleSessions.some(({ booking_date }) => booking_date === context.today)
            return (
              <div className="grid grid-cols-1 gap-3 md:gap-6">
                {canChoose && (
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                    <Segmented
                      label="Sessions shown"
                      value={view}
                      choices={views}
                      onChange={(show) => setParams({ show }, { replace: true, preventScrollReset: true })}
                    />
                    {view === 'mine' && hasNoneToday && (
                      <p className="text-sm text-muted-foreground">Today: nothing for you</p>
                    )}
                  </div>
                )}
                {visibleSessions.length === 0 ? (
                  <BesideDaysOff daysOff={daysOff}>
                    <EmptyState
                      icon={CalendarDays}
                      title={view === 'mine' ? 'No sessions for you yet' : 'No upcoming sessions'}
                    >
                      {view === 'mine'
                        ? 'Sessions assigned to you appear here. Choose All to see the whole studio.'
                        : 'Sessions that are booked at your studio appear here.'}
                    </EmptyState>
                  </BesideDaysOff>
                ) : (
                  <>
                    <WeekStrip sessions={visibleSessions} context={context} onOpenDay={focusDay} />
                    <BesideDaysOff daysOff={daysOff}>
                      <ScheduleTable
                        sessions={visibleSessions}
                        context={context}
                        isOwn={view === 'mine'}
                        onOpen={setOpenId}
                      />
                    </BesideDaysOff>
                  </>
                )}
              </div>
            )
          }}
        </QueryView>
        {sessions.error && !sessions.data && daysOff}
      </div>
      {shownId && (
        <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
          <BookingDrawer
            key={shownId}
            context={context}
            id={shownId}
            onClose={() => {
              setOpenId(null)
              if (linkedId) removeLinkedId()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Scrolls to the first session of a day and focuses it. */
function focusDay(day: string) {
  const session = document.querySelector<HTMLElement>(`[data-first-of="${day}"]`)
  session?.focus({ preventScroll: true })
  session?.scrollIntoView({ block: 'center' })
}

/** Puts the days off in a quiet column at the right of wide screens, below on others. */
const BesideDaysOff = ({ daysOff, children }: { daysOff: ReactNode; children: ReactNode }) => (
  <div
    className={cx(
      'grid grid-cols-1 items-start gap-6',
      // Only as wide as leaves the table its columns.
      Boolean(daysOff) && 'min-[1400px]:grid-cols-[minmax(0,1fr)_15rem]',
    )}
  >
    <div className="min-w-0">{children}</div>
    {daysOff}
  </div>
)

function OwnDaysOff({ context, people }: { context: BookingContext; people: BookingContext['people'] }) {
  return (
    <section aria-labelledby="days-off" className="grid grid-cols-1 gap-2 rounded-md border border-border bg-card p-4">
      <h2 id="days-off" className="text-sm font-semibold">
        My days off
      </h2>
      <p className="text-sm text-muted-foreground">
        You can't be booked on these days. Existing sessions are not affected.
      </p>
      <Suspense fallback={null}>
        <DaysOffList
          studio_id={context.studio.id}
          today={context.today}
          people={people}
          isOwn
          emptyText="You have no days off planned."
        />
      </Suspense>
    </section>
  )
}
