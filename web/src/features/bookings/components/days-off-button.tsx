import { CalendarOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { type DateRange, useDaysOffIn } from '#features/bookings/hooks/use-days-off-in.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'

const loadDialog = async () => ({ default: (await import('./days-off-dialog.tsx')).DaysOffDialog })
const DaysOffDialog = lazy(loadDialog)

type DaysOffButtonProps = { context: BookingContext; range: DateRange; className?: string }

/** Opens the days off of people, with the number of those in the range. Only for the desk of a studio with people. */
export function DaysOffButton({ context, range, className }: DaysOffButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const daysOff = useDaysOffIn(context, range)
  usePrefetch(loadDialog)
  if (!context.worksAtDesk || context.people.length === 0) return null
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        {...(className && { className })}
        {...(daysOff.length > 0 && { title: daysOff.map(({ name, text }) => `${name} off ${text}`).join('\n') })}
        onClick={() => setOpen(true)}
      >
        <CalendarOff aria-hidden />
        Days off
        {daysOff.length > 0 && (
          <span className="rounded-full bg-muted px-2 text-xs tabular-nums">
            {daysOff.length}
            <span className="sr-only"> shown</span>
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DaysOffDialog context={context} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
