import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useLiveBookings } from '../bookings/cache-api.ts'
import type { InitialBookingValues } from '../bookings/form/model/booking-form.ts'
import { type BookingContext, useBookingContext } from '../bookings/hooks/use-booking-context.ts'
import { useNewBookingCommand } from '../bookings/hooks/use-new-booking.tsx'
import { ComingUpSkeleton, TodaySkeleton } from '../bookings/today/components/today-skeleton.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useSubscription } from '../subscriptions/api.ts'
import { MessagesSkeleton, OverdueSkeleton } from './desk/components/side-skeleton.tsx'
import { StudioFigures } from './studio/components/studio-figures.tsx'

const DeskFigures = lazy(async () => ({ default: (await import('./desk/components/desk-figures.tsx')).DeskFigures }))
const BookingOverlays = lazy(async () => ({
  default: (await import('../bookings/overview/components/booking-overlays.tsx')).BookingOverlays,
}))
const Arrivals = lazy(async () => ({ default: (await import('../checkins/components/arrivals.tsx')).Arrivals }))
const HereNow = lazy(async () => ({ default: (await import('../checkins/components/here-now.tsx')).HereNow }))
const HereNowLine = lazy(async () => ({
  default: (await import('../checkins/components/here-now.tsx')).HereNowLine,
}))
const StudioOverdue = lazy(async () => ({ default: (await import('./desk/components/overdue.tsx')).StudioOverdue }))
const OwnOverdue = lazy(async () => ({ default: (await import('./desk/components/overdue.tsx')).OwnOverdue }))
const UnreadMessages = lazy(async () => ({
  default: (await import('./desk/components/unread-messages.tsx')).UnreadMessages,
}))
const StudioCards = lazy(async () => ({ default: (await import('./studio/components/studio-cards.tsx')).StudioCards }))
const TodayBoard = lazy(async () => ({
  default: (await import('../bookings/today/components/today-board.tsx')).TodayBoard,
}))
const ComingUp = lazy(async () => ({
  default: (await import('../bookings/today/components/coming-up.tsx')).ComingUp,
}))
const RequestsToConfirm = lazy(async () => ({
  default: (await import('../bookings/today/components/requests-to-confirm.tsx')).RequestsToConfirm,
}))
const RequestsLink = lazy(async () => ({
  default: (await import('../bookings/today/components/requests-to-confirm.tsx')).RequestsLink,
}))
const SetupPanel = lazy(async () => ({ default: (await import('./studio/components/setup-panel.tsx')).SetupPanel }))
const PlanOffer = lazy(async () => ({
  default: (await import('../subscriptions/components/plan-offer.tsx')).PlanOffer,
}))
const Reports = lazy(async () => ({ default: (await import('./studio/components/reports.tsx')).Reports }))

export default function StudioDashboardScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio />
  return me.at_desk ? <DeskDashboard studio={studio} /> : <AdminDashboard studio={studio} />
}

/** The dashboard of an admin: the studio's figures, with today in one tab and charts in another. */
function AdminDashboard({ studio }: { studio: Studio }) {
  const { data: plan } = useSubscription(studio.id)
  const canBook = plan?.takes_bookings !== false
  return (
    <TodayPage
      studio={studio}
      title={studio.name}
      subtitle={studio.location ?? 'No location set'}
      canBook={canBook}
      hasUrgentNotice={plan?.status === 'past_due'}
    >
      {(today) => (
        <>
          <Suspense>
            <SetupPanel studio={studio} position="top" />
          </Suspense>
          <DashboardTabs studio={studio} today={today} canBook={canBook} />
        </>
      )}
    </TodayPage>
  )
}

type DashboardTabsProps = { studio: Studio; today: TodayProps; canBook: boolean }

function DashboardTabs({ studio, today, canBook }: DashboardTabsProps) {
  const [params, setParams] = useSearchParams()
  const isPhone = useIsPhone()
  const figures = <StudioFigures studio={studio} />
  return (
    <Tabs
      label="Dashboard"
      value={params.get('tab') === 'reports' ? 'reports' : 'today'}
      onChange={(tab) => setParams(tab === 'today' ? {} : { tab }, { preventScrollReset: true })}
      toolbar={isPhone ? undefined : figures}
      tabs={[
        {
          value: 'today',
          label: 'Today',
          content: (
            <Today
              {...today}
              phoneFigures={figures}
              overdue={
                <Suspense fallback={<OverdueSkeleton />}>
                  <StudioOverdue studio={studio} />
                </Suspense>
              }
              below={
                <Suspense fallback={<Skeleton className="h-32" />}>
                  <StudioCards studio={studio} />
                </Suspense>
              }
            >
              <Suspense>
                <SetupPanel studio={studio} position="aside" />
                {!canBook && <PlanOffer />}
              </Suspense>
            </Today>
          ),
        },
        {
          value: 'reports',
          label: 'Reports',
          content: (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <Reports studio={studio} />
            </Suspense>
          ),
        },
      ]}
    />
  )
}

/** The dashboard of crew at the desk: today, without the revenue of the studio. */
function DeskDashboard({ studio }: { studio: Studio }) {
  const isPhone = useIsPhone()
  const figures = (
    <Suspense fallback={<Skeleton className="h-11 max-md:h-33 md:w-96" />}>
      <DeskFigures />
    </Suspense>
  )
  return (
    <TodayPage
      studio={studio}
      title="Dashboard"
      subtitle={`Your day at the desk of ${studio.name}`}
      otherActions={<CheckInLink />}
    >
      {(today) => (
        <>
          {/* The figures are where the owner of the studio has them. */}
          {!isPhone && (
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pt-2">
              <h2 className="text-lg font-semibold">Today</h2>
              {figures}
            </div>
          )}
          <Today
            {...today}
            phoneTitle="Today"
            phoneCounters={figures}
            present={
              <Suspense>
                {isPhone ? (
                  <HereNowLine studio={studio} to={paths.studioCheckins} />
                ) : (
                  <HereNow studio={studio} to={paths.studioCheckins} />
                )}
              </Suspense>
            }
            overdue={
              <Suspense>
                <OwnOverdue studio={studio} />
              </Suspense>
            }
          />
        </>
      )}
    </TodayPage>
  )
}

/** The first job of the desk. On phones only an icon, like the main action next to it. */
const CheckInLink = () => (
  <ButtonLink look="secondary" className="max-md:size-11 max-md:px-0 max-md:[&_svg]:size-5">
    <Link to={paths.studioCheckins}>
      <LogIn aria-hidden />
      <span className="max-md:sr-only">Check In Client</span>
    </Link>
  </ButtonLink>
)

type TodayProps = {
  context: BookingContext
  /** Not set while the plan allows no new bookings. The banner above the page gives the reason. */
  onBook?: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
  /** Whether the plan is not paid. Then most studios have had no requests, and an empty list of them is not shown. */
  isPlanUnpaid: boolean
}

type TodayPageProps = {
  studio: Studio
  title: string
  subtitle: string
  canBook?: boolean
  /** Whether the banner above the page has the main action. */
  hasUrgentNotice?: boolean
  otherActions?: ReactNode
  children: (today: TodayProps) => ReactNode
}

/** A page with today's bookings. The form for a new booking and the details of a session open over it. */
function TodayPage({ studio, canBook = true, hasUrgentNotice = false, children, ...head }: TodayPageProps) {
  useLiveBookings()
  const { context, isLoading } = useBookingContext(studio)
  const [start, setStart] = useState<InitialBookingValues | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const isPlanUnpaid = hasUrgentNotice || !canBook
  const newBooking = useNewBookingCommand(canBook ? setStart : null, hasUrgentNotice ? 'secondary' : 'primary')
  return (
    <Page {...head} action={newBooking} dense>
      {children({ context, ...(canBook && { onBook: setStart }), onOpen: setOpenId, isPlanUnpaid })}
      <Suspense>
        <BookingOverlays
          context={context}
          isLoading={isLoading}
          openId={openId}
          onCloseDetails={() => setOpenId(null)}
          start={start}
          onCloseForm={() => setStart(null)}
        />
      </Suspense>
    </Page>
  )
}

type TodayContentProps = TodayProps & {
  /** On phones, if no tab above is named so. */
  phoneTitle?: string
  /** On phones after what waits for an answer. */
  phoneCounters?: ReactNode
  /** On phones after the next days, because they are less urgent than what waits for an answer. */
  phoneFigures?: ReactNode
  /** Who is in the studio. On phones before the requests, otherwise after them. */
  present?: ReactNode
  overdue: ReactNode
  below?: ReactNode
  children?: ReactNode
}

/**
 * Today's rooms and the next days, with `below` after them. What waits for an answer and `children` are next to them, on
 * narrow screens between them. On phones only what waits for an answer and the counters are between them.
 */
function Today({
  context,
  onBook,
  onOpen,
  isPlanUnpaid,
  present,
  overdue,
  below,
  children,
  ...phone
}: TodayContentProps) {
  const isPhone = useIsPhone()
  const comingUp = (
    <Suspense fallback={<ComingUpSkeleton />}>
      <ComingUp context={context} onOpen={onOpen} />
    </Suspense>
  )
  const waiting = (
    <>
      {isPhone && present}
      <Suspense fallback={<Skeleton className="h-32" />}>
        <RequestsToConfirm context={context} isHiddenIfEmpty={isPlanUnpaid} onOpen={onOpen} />
      </Suspense>
      {!isPhone && present}
      {overdue}
      <Suspense fallback={<MessagesSkeleton />}>
        <UnreadMessages studio={context.studio} />
      </Suspense>
    </>
  )
  // Without a plan no requests come, so the next sessions are before them.
  const isComingUpFirst = !onBook
  return (
    <div
      className={cx(
        'grid grid-cols-1 items-start gap-x-6 gap-y-3 xl:grid-cols-[minmax(0,1fr)_18rem] xl:grid-rows-[auto_1fr]',
        phone.phoneTitle && 'max-md:pt-2',
      )}
    >
      <Suspense>
        <RequestsLink context={context} isListNext={!isComingUpFirst} />
      </Suspense>
      {isPhone && phone.phoneTitle && <h2 className="text-lg font-semibold">{phone.phoneTitle}</h2>}
      <Suspense fallback={<TodaySkeleton rooms={context.rooms} zone={context.studio.timezone} />}>
        <Arrivals studio={context.studio}>
          {(arrivals, renderCheckIn) => (
            <TodayBoard
              context={context}
              arrivals={arrivals}
              renderCheckIn={renderCheckIn}
              {...(onBook && { onBook })}
              onOpen={onOpen}
            />
          )}
        </Arrivals>
      </Suspense>
      {isPhone ? (
        <div className="grid grid-cols-1 gap-6 pt-3">
          {isComingUpFirst && comingUp}
          {waiting}
          {phone.phoneCounters}
          {!isComingUpFirst && comingUp}
          {/* Before the figures, which are zeros while the studio is set up. */}
          {children}
          {phone.phoneFigures}
          {below}
        </div>
      ) : (
        <>
          <div className="grid gap-6 max-xl:pt-3 md:max-xl:grid-cols-2 xl:row-span-2">
            {waiting}
            {children}
          </div>
          <div className="grid grid-cols-1 gap-6 pt-3">
            {comingUp}
            {below}
          </div>
        </>
      )}
    </div>
  )
}
