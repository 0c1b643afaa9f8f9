import { HeatMap } from '#ui/charts/heat-map.tsx'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const inHours = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** How used the rooms are by weekday and hour; hours in which it is never open are left out. */
export function Utilisation({ shares }: { shares: readonly (readonly (number | null)[])[] }) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const used = hours.filter((hour) => shares.some((day) => day[hour] !== null && day[hour] !== undefined))
  const [first, last] = [used[0], used.at(-1)]
  if (first === undefined || last === undefined)
    return <p className="text-sm text-muted-foreground">Your studio has no opening hours yet.</p>
  return (
    <HeatMap
      title="Utilisation of your rooms"
      rowHeading="Weekday"
      rows={WEEKDAYS}
      columns={hours.slice(first, last + 1).map(inHours)}
      shares={shares.map((day) => day.slice(first, last + 1))}
    />
  )
}
