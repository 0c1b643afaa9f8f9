import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { canReadSubscription } from '@studiohub/contract/features/subscriptions/policy.ts'
import { Lock } from 'lucide-react'
import { lazy, Suspense, startTransition, useCallback, useMemo, useOptimistic, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLiveBookings } from '#features/bookings/cache-api.ts'
import { CalendarTab } from '#features/bookings/calendar/components/calendar-tab.tsx'
import { CalendarToolbar } from '#features/bookings/calendar/components/calendar-toolbar.tsx'
import {
  bookingTabs,
  getShownDay,
  getShownMonth,
  readUrlState,
  type UrlState,
  writeUrlState,
} from '#features/bookings/calendar/model/view-in-url.ts'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import { readStartInUrl } from '#features/bookings/form/model/linked-start.ts'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useNewBookingCommand } from '#features/bookings/hooks/use-new-booking.tsx'
import { useSubscription } from '#features/subscriptions/api.ts'
import { PlanLimitWarning, PlanUsage } from '#features/subscriptions/shared/plan-usage.tsx'
import { useIdInUrl } from '#lib/hooks/use-id-in-url.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { BookingOverlays } from './booking-overlays.tsx'

const loadListTab = () => import('./list-tab.tsx')
const ListTab = lazy(async () => ({ default: (await loadListTab()).ListTab }))
const ListToolbar = lazy(async () => ({ default: (await loadListTab()).ListToolbar }))

type BookingsViewProps = { studio: Studio; subtitle: string }

/** Calendar and list of a studio's bookings, for its admins and its desk. */
export function BookingsView({ studio, subtitle }: BookingsViewProps) {
  useLiveBookings()
  const { context, isLoading } = useBookingContext(studio)
  const isPhone = useIsPhone()
  const [urlState, changeUrlState] = useUrlState(context.today, isPhone)
  const [bookingStart, setBookingStart] = useState<InitialBookingValues | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [withCancelled, setWithCancelled] = useState(false)
  const [linkedId, removeLinkedId] = useIdInUrl('booking')
  const [linkedStart, removeLinkedStart] = useLinkedStart()
  const canSeePlan = canReadSubscription(context.actor, studio.id)
  const { data: plan } = useSubscription(studio.id, canSeePlan)
  // After the end of a plan, the main action is to choose one.
  const newBooking = useNewBookingCommand(setBookingStart, plan?.takes_bookings === false ? 'secondary' : 'primary')
  const shownDay = getShownDay(urlState, context.today, isPhone)
  const bookableDay = shownDay >= context.today ? shownDay : context.today

  const blockTime = context.worksAtDesk && (
    <Button
      look="secondary"
      className="max-md:w-11 max-md:p-0"
      title="Block Time"
      onClick={() => setBookingStart({ booking_type: 'blocked_time' })}
    >
      <Lock aria-hidden />
      <span className="max-md:sr-only">Block Time</span>
    </Button>
  )
  const tabProps = { context, isLoading }
  return (
    <Page
      title="Bookings"
      // On phones the calendar needs the space.
      subtitle={<span className="max-md:sr-only">{subtitle}</span>}
      action={newBooking}
      otherActions={blockTime}
      dense
    >
      {canSeePlan && <PlanLimitWarning studio_id={studio.id} />}
      <Tabs
        label="Bookings"
        value={urlState.tab}
        onChange={(value) => changeUrlState({ tab: bookingTabs.find((tab) => tab === value) ?? 'calendar' })}
        toolbar={
          urlState.tab === 'list' ? (
            <Suspense fallback={null}>
              <ListToolbar context={context} urlState={urlState} onNavigate={changeUrlState} />
            </Suspense>
          ) : (
            <CalendarToolbar
              context={context}
              isLoading={isLoading}
              urlState={urlState}
              onNavigate={changeUrlState}
              withCancelled={withCancelled}
              onChangeWithCancelled={setWithCancelled}
            />
          )
        }
        tabs={[
          {
            value: 'calendar',
            label: 'Calendar',
            content: (
              <CalendarTab
                {...tabProps}
                canSeePlan={canSeePlan}
                urlState={urlState}
                withCancelled={withCancelled}
                onNavigate={changeUrlState}
                onBook={setBookingStart}
                onOpen={setOpenId}
              />
            ),
          },
          {
            value: 'list',
            label: 'List',
            content: (
              <Suspense fallback={<SkeletonRows />}>
                <ListTab
                  {...tabProps}
                  newBooking={newBooking}
                  onOpen={setOpenId}
                  urlState={urlState}
                  onNavigate={changeUrlState}
                />
              </Suspense>
            ),
          },
        ]}
      />
      {canSeePlan && urlState.tab === 'list' && (
        <PlanUsage studio_id={studio.id} month={getShownMonth(urlState, context.today)} />
      )}
      <BookingOverlays
        context={context}
        isLoading={isLoading}
        openId={openId ?? linkedId}
        onCloseDetails={() => {
          setOpenId(null)
          if (linkedId) removeLinkedId()
        }}
        start={bookingStart ?? linkedStart}
        day={bookableDay}
        onCloseForm={() => {
          setBookingStart(null)
          if (linkedStart) removeLinkedStart()
        }}
      />
    </Page>
  )
}

/** The initial values of the form that the parameter `new` of the URL opens, and a function that removes them from the URL. */
function useLinkedStart(): [InitialBookingValues | null, () => void] {
  const [params, setParams] = useSearchParams()
  const removeLinkedStart = () =>
    setParams(
      (current) => {
        for (const part of ['new', 'for', 'day', 'time']) current.delete(part)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return [readStartInUrl(params), removeLinkedStart]
}

/**
 * The state in the URL. A change is shown before the URL has changed, so that fast key presses use the latest state.
 * The shown state is the text of the next URL, so the change of the URL causes no second render.
 */
function useUrlState(today: string, isPhone: boolean): [UrlState, (part: Partial<UrlState>) => void] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [search, showSearch] = useOptimistic(params.toString())
  const urlState = useMemo(() => readUrlState(new URLSearchParams(search), today, isPhone), [search, today, isPhone])
  const changeUrlState = useCallback(
    (part: Partial<UrlState>) =>
      startTransition(async () => {
        const next = { ...urlState, ...part }
        const address = writeUrlState(new URLSearchParams(search), next, today, isPhone).toString()
        // If the code of another tab or view must be loaded first, the current one stays.
        if (next.tab === urlState.tab && next.view === urlState.view) showSearch(address)
        await navigate({ search: address }, { preventScrollReset: true })
      }),
    [urlState, search, today, isPhone, showSearch, navigate],
  )
  return [urlState, changeUrlState]
}
