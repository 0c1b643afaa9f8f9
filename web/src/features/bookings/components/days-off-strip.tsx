import { isOffOn } from '@studiohub/contract/features/resources/days-off/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDaysOff } from '#features/resources/days-off-api.ts'
import { daysOffText } from '#features/resources/shared/days-off-text.ts'

type DaysOffStripProps = { context: BookingContext; range: { from: string; to: string } }

/** The people who have days off in the range; renders nothing if there are none. Only for the desk of a studio with people. */
export function DaysOffStrip({ context, range }: DaysOffStripProps) {
  const { studio, people, worksAtDesk } = context
  const daysOff = useDaysOff(studio.id, worksAtDesk && people.length > 0)
  if (!worksAtDesk || people.length === 0) return null
  const visibleDaysOff = (daysOff.data ?? []).filter((entry) => daysOf(range).some((day) => isOffOn(entry, day)))
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name
  const texts = visibleDaysOff.flatMap((entry) => {
    const name = nameOf(entry.resource_id)
    return name ? [{ id: entry.id, name, text: daysOffText(entry) }] : []
  })
  if (texts.length === 0) return null
  return (
    <ul aria-label="Unavailable" className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
      {texts.map(({ id, name, text }) => (
        <li key={id}>
          <span className="font-medium">{name}</span> <span className="text-muted-foreground">off {text}</span>
        </li>
      ))}
    </ul>
  )
}

function daysOf({ from, to }: DaysOffStripProps['range']): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day)
  return days
}
