import { timeText } from '@studiohub/contract/shared/formats.ts'
import { HeatMap } from '#ui/charts/heat-map.tsx'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const formatHour = (hour: number) => timeText(`${String(hour).padStart(2, '0')}:00`)

/** Room usage by weekday and hour, without hours that are always closed. */
export function Utilization({ shares }: { shares: readonly (readonly (number | null)[])[] }) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const used = hours.filter((hour) => shares.some((day) => day[hour] !== null && day[hour] !== undefined))
  const [first, last] = [used[0], used.at(-1)]
  if (first === undefined || last === undefined)
    return <p className="text-sm text-muted-foreground">Your studio has no opening hours yet.</p>
  return (
    <HeatMap
      title="Utilization of your rooms"
      rowHeading="Weekday"
      rows={WEEKDAYS}
      columns={hours.slice(first, last + 1).map(formatHour)}
      shares={shares.map((day) => day.slice(first, last + 1))}
    />
  )
}
