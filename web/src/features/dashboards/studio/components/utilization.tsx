import { hourText } from '@studiohub/contract/shared/formats.ts'
import { HeatMap } from '#ui/charts/heat-map.tsx'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name) => ({
  name,
  short: name.slice(0, 3),
}))
const formatHour = (hour: number) => hourText(hour * 60)

/** How much of the rooms was booked, by weekday and hour. Hours before and after all opening hours are left out. */
export function Utilization({ shares }: { shares: readonly (readonly (number | null)[])[] }) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const openHours = hours.filter((hour) => shares.some((day) => day[hour] !== null && day[hour] !== undefined))
  const [firstHour, lastHour] = [openHours[0], openHours.at(-1)]
  if (firstHour === undefined || lastHour === undefined)
    return <p className="text-sm text-muted-foreground">Your studio has no opening hours yet.</p>
  return (
    <HeatMap
      title="Utilization of your rooms"
      rowHeading="Weekday"
      rows={WEEKDAYS}
      columns={hours.slice(firstHour, lastHour + 1).map(formatHour)}
      shares={shares.map((day) => day.slice(firstHour, lastHour + 1))}
    />
  )
}
