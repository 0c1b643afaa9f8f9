import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { formatTimes } from '#features/bookings/shared/wording.ts'

const formatShortDate = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })

type SummaryProps = {
  service: { label: string }
  day: string
  time: string
  minutes: number
  /** The price as text. */
  total: string
  /** What cancelling costs, by time; null if it is too late to cancel the session online. */
  cancellation: string | null
}

// On phones above the buttons.
const summaryClasses = 'text-sm tabular-nums max-md:-order-1 max-md:basis-full md:mr-auto md:self-center'

/** What is chosen before a time: '2 h · Studio A · €120'. @param rooms the names of the chosen rooms; empty for any room */
export const ChoiceSummary = ({ minutes, rooms, total }: { minutes: number; rooms: string; total: string }) => (
  <p className={summaryClasses}>
    {[lengthText(minutes), rooms].filter(Boolean).join(' · ')}
    {total && (
      <>
        {' · '}
        <span className="font-semibold">{total}</span>
      </>
    )}
  </p>
)

/** Summary of the booking: service, date, times, and price if set. */
export function Summary({ service, day, time, minutes, total, cancellation }: SummaryProps) {
  return (
    <div className={`grid ${summaryClasses}`}>
      <p className="flex items-baseline justify-between gap-3">
        <span>
          {service.label}, {formatShortDate(day)}, {formatTimes(getTimesOfLength(time, minutes))}
        </span>
        <span className="font-semibold">{total}</span>
      </p>
      <p className="text-xs text-muted-foreground">{cancellation ?? 'It begins too soon to be cancelled online'}</p>
    </div>
  )
}
