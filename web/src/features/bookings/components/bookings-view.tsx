import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useLiveBookings } from '../api.ts'
import { usePlace } from '../parts/use-place.ts'
import { type InUrl, readUrl, views, writeUrl } from '../parts/view-in-url.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { CalendarTab } from './calendar-tab.tsx'
import { ListTab } from './list-tab.tsx'

type BookingsViewProps = { studio: Studio; subtitle: string; owner?: string }

/** The bookings of a studio as a calendar and as a list; what there is to see and do depends on who looks. */
export function BookingsView({ studio, subtitle, owner }: BookingsViewProps) {
  useLiveBookings()
  const { place, isLoading } = usePlace(studio)
  const [inUrl, go] = useInUrl(place.today)
  const [bookingOn, setBookingOn] = useState<string | null>(null)
  const begin = () => setBookingOn('')
  useShortcut('n', begin)

  const newBooking = (
    <Button onClick={begin} aria-keyshortcuts="n">
      <Plus aria-hidden />
      New Booking
    </Button>
  )
  const tab = { place, isLoading, newBooking }
  return (
    <Page title="Bookings" subtitle={subtitle} action={newBooking} wide {...(owner && { owner })}>
      <Tabs
        label="Bookings"
        value={inUrl.view}
        onChange={(value) => go({ view: views.find((view) => view === value) ?? 'calendar' })}
        tabs={[
          {
            value: 'calendar',
            label: 'Calendar',
            content: (
              <CalendarTab {...tab} month={inUrl.month} onMonth={(month) => go({ month })} onBook={setBookingOn} />
            ),
          },
          {
            value: 'list',
            label: 'List',
            content: <ListTab {...tab} show={inUrl.show} onShow={(show) => go({ show })} />,
          },
        ]}
      />
      {bookingOn !== null && <BookingDialog place={place} day={bookingOn} onClose={() => setBookingOn(null)} />}
    </Page>
  )
}

function useInUrl(today: string): [InUrl, (part: Partial<InUrl>) => void] {
  const [params, setParams] = useSearchParams()
  const inUrl = readUrl(params, today)
  const go = (part: Partial<InUrl>) =>
    setParams((now) => writeUrl(now, { ...inUrl, ...part }, today), { preventScrollReset: true })
  return [inUrl, go]
}
