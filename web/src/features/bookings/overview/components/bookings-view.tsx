import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { canReadSubscription } from '@studiohub/contract/features/subscriptions/policy.ts'
import { Lock } from 'lucide-react'
import { lazy, Suspense, startTransition, useCallback, useMemo, useOptimistic, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLiveBookings } from '#features/bookings/api.ts'
import { CalendarTab } from '#features/bookings/calendar/components/calendar-tab.tsx'
import { CalendarToolbar } from '#features/bookings/calendar/components/calendar-toolbar.tsx'
import { readUrl, type UrlState, views, writeUrl } from '#features/bookings/calendar/model/view-in-url.ts'
import type { BookingStart } from '#features/bookings/form/model/booking-form.ts'
import { useBookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useNewBookingCommand } from '#features/bookings/hooks/use-new-booking.tsx'
import { PlanLimitWarning, PlanUsage } from '#features/subscriptions/shared/plan-usage.tsx'
import { useLinked } from '#lib/hooks/use-linked.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { BookingOverlays } from './booking-overlays.tsx'

const ListTab = lazy(async () => ({ default: (await import('./list-tab.tsx')).ListTab }))

const startOfLink: Record<string, BookingStart> = { booking: {}, block: { booking_type: 'blocked_time' } }

type BookingsViewProps = { studio: Studio; subtitle: string }

/** Calendar and list of a studio's bookings, for its admins and its desk. */
export function BookingsView({ studio, subtitle }: BookingsViewProps) {
  useLiveBookings()
  const { context, isLoading } = useBookingContext(studio)
  const [urlState, go] = useUrlState(context.today)
  const [bookingStart, setBookingStart] = useState<BookingStart | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [withCancelled, setWithCancelled] = useState(false)
  const [linkedId, forgetId] = useLinked('booking')
  const [linkedForm, forgetForm] = useLinked('new')
  const newBooking = useNewBookingCommand(setBookingStart)

  const blockTime = context.worksAtDesk && (
    <Button look="secondary" onClick={() => setBookingStart({ booking_type: 'blocked_time' })}>
      <Lock aria-hidden />
      Block time
    </Button>
  )
  const actions = (
    <div className="flex gap-2 max-md:*:grow">
      {blockTime}
      {newBooking}
    </div>
  )
  const tab = { context, isLoading, newBooking }
  const seesPlan = canReadSubscription(context.actor, studio.id)
  return (
    <Page title="Bookings" subtitle={subtitle} action={actions} dense>
      {seesPlan && <PlanLimitWarning studio_id={studio.id} />}
      <Tabs
        label="Bookings"
        value={urlState.view}
        onChange={(value) => go({ view: views.find((view) => view === value) ?? 'calendar' })}
        toolbar={
          urlState.view === 'calendar' && (
            <CalendarToolbar
              context={context}
              isLoading={isLoading}
              urlState={urlState}
              onGo={go}
              withCancelled={withCancelled}
              onWithCancelled={setWithCancelled}
            />
          )
        }
        tabs={[
          {
            value: 'calendar',
            label: 'Calendar',
            content: (
              <CalendarTab
                {...tab}
                urlState={urlState}
                withCancelled={withCancelled}
                onGo={go}
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
                <ListTab {...tab} onOpen={setOpenId} urlState={urlState} onGo={go} />
              </Suspense>
            ),
          },
        ]}
      />
      {seesPlan && <PlanUsage studio_id={studio.id} />}
      <BookingOverlays
        context={context}
        isLoading={isLoading}
        openId={openId ?? linkedId}
        onCloseDetails={() => {
          setOpenId(null)
          if (linkedId) forgetId()
        }}
        start={bookingStart ?? startOfLink[linkedForm ?? ''] ?? null}
        onCloseForm={() => {
          setBookingStart(null)
          if (linkedForm) forgetForm()
        }}
      />
    </Page>
  )
}

/**
 * The state in the URL. Changes are shown immediately and the URL follows, so that fast key presses use the latest state.
 * Both are equal texts, so the later change of the URL renders nothing again.
 */
function useUrlState(today: string): [UrlState, (part: Partial<UrlState>) => void] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [search, show] = useOptimistic(params.toString())
  const shown = useMemo(() => readUrl(new URLSearchParams(search), today), [search, today])
  const go = useCallback(
    (part: Partial<UrlState>) =>
      startTransition(async () => {
        const next = { ...shown, ...part }
        const address = writeUrl(new URLSearchParams(search), next, today).toString()
        // If the code of another view must be loaded first, the current view stays.
        if (next.view === shown.view && next.scale === shown.scale) show(address)
        await navigate({ search: address }, { preventScrollReset: true })
      }),
    [shown, search, today, show, navigate],
  )
  return [shown, go]
}
