import { CalendarOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'

const loadDialog = async () => ({ default: (await import('./days-off-dialog.tsx')).DaysOffDialog })
const DaysOffDialog = lazy(loadDialog)

/** Opens the days off of people. Only for the desk of a studio with people. */
export function DaysOffButton({ context, className }: { context: BookingContext; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  usePrefetch(loadDialog)
  if (!context.worksAtDesk || context.people.length === 0) return null
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" {...(className && { className })} onClick={() => setOpen(true)}>
        <CalendarOff aria-hidden />
        Days off
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DaysOffDialog context={context} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
