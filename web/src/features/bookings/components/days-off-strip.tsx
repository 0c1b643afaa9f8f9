import { isOffOn } from '@studiohub/contract/features/resources/days-off/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { CalendarOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDaysOff } from '#features/resources/days-off-api.ts'
import { daysOffText } from '#features/resources/shared/days-off-text.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Button } from '#ui/button.tsx'

const loadDialog = async () => ({ default: (await import('./days-off-dialog.tsx')).DaysOffDialog })
const DaysOffDialog = lazy(loadDialog)

type DaysOffStripProps = { context: BookingContext; range: { from: string; to: string } }

/** Who is off in the shown days, and a button to change that. Only for the desk of a studio with people. */
export function DaysOffStrip({ context, range }: DaysOffStripProps) {
  const { studio, people, worksAtDesk } = context
  const [isOpen, setOpen] = useState(false)
  usePrefetch(loadDialog)
  const daysOff = useDaysOff(studio.id, worksAtDesk && people.length > 0)
  if (!worksAtDesk || people.length === 0) return null
  const shown = (daysOff.data ?? []).filter((entry) => daysOf(range).some((day) => isOffOn(entry, day)))
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name
  const texts = shown.flatMap((entry) => {
    const name = nameOf(entry.resource_id)
    return name ? [{ id: entry.id, name, text: daysOffText(entry) }] : []
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {texts.length > 0 && (
        <ul aria-label="Unavailable" className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
          {texts.map(({ id, name, text }) => (
            <li key={id}>
              <span className="font-medium">{name}</span> <span className="text-muted-foreground">off {text}</span>
            </li>
          ))}
        </ul>
      )}
      <Button look="secondary" size="small" className="ml-auto" onClick={() => setOpen(true)}>
        <CalendarOff aria-hidden />
        Days off
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DaysOffDialog context={context} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}

function daysOf({ from, to }: DaysOffStripProps['range']): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}
