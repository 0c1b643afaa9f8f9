import { lazy, Suspense, useState } from 'react'
import { BookingDialogFrame } from '#features/bookings/form/components/booking-dialog-frame.tsx'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { LoadingOverlay } from '#ui/spinner.tsx'

const loadBookingDialog = () => import('#features/bookings/form/components/booking-dialog.tsx')
const BookingDialog = lazy(async () => ({ default: (await loadBookingDialog()).BookingDialog }))
const loadBookingDrawer = () => import('#features/bookings/details/components/booking-drawer.tsx')
const BookingDrawer = lazy(async () => ({ default: (await loadBookingDrawer()).BookingDrawer }))

type BookingOverlaysProps = {
  context: BookingContext
  isLoading: boolean
  /** The booking whose details are open. */
  openId: string | null
  onCloseDetails: () => void
  /** Initial values of the open form for a new booking. */
  start: InitialBookingValues | null
  /** The date of a new booking without a draft. */
  day?: string
  onCloseForm: () => void
}

/** The details of a booking and the form for a new one, above the screen that opened them. */
export function BookingOverlays(props: BookingOverlaysProps) {
  const { context, isLoading, openId, onCloseDetails, start, day = '', onCloseForm } = props
  const [isInFrame, setInFrame] = useState(false)
  const closeForm = () => {
    setInFrame(false)
    onCloseForm()
  }
  usePrefetch(loadBookingDialog)
  usePrefetch(loadBookingDrawer)
  return (
    <>
      {openId !== null && (
        <Suspense fallback={<LoadingOverlay>Opening the booking...</LoadingOverlay>}>
          <BookingDrawer key={openId} context={context} id={openId} onClose={onCloseDetails} />
        </Suspense>
      )}
      {start !== null && (
        <Suspense
          fallback={
            <BookingDialogFrame
              context={context}
              isBlocked={start.booking_type === 'blocked_time'}
              onShow={() => setInFrame(true)}
              onClose={closeForm}
            />
          }
        >
          <BookingDialog
            context={context}
            isLoading={isLoading}
            start={start}
            day={day}
            isInFrame={isInFrame}
            onClose={closeForm}
          />
        </Suspense>
      )}
    </>
  )
}
