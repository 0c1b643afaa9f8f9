import { timeText } from '@studiohub/contract/shared/formats.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { formatSkipped, readSkipped } from '../model/skipped.ts'

type DeskBookingErrorProps = {
  error: unknown
  /** Free start times on the same day, `HH:mm`. */
  freeStarts: readonly string[]
  /** Free times on other days. */
  alternatives?: readonly { booking_date: string; start_time: string; label: string }[]
  onPick: (start: string, day?: string) => void
}

const LISTED_MAX = 6

const countText = ({ length }: readonly unknown[]) => (length === 1 ? 'One session' : `${length} sessions`)

/** The server's error and the possible alternatives. Errors of fields are shown at their fields instead. */
export function DeskBookingError({ error, freeStarts, alternatives = [], onPick }: DeskBookingErrorProps) {
  const { message, fields } = describeError(error)
  const skipped = readSkipped(error)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (Object.keys(fields).length > 0) return null
  return (
    <div ref={box} role="alert" className="grid gap-3 rounded-md border border-cancelled bg-cancelled-soft p-3 text-sm">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-cancelled" />
        {skipped.length > 0 ? `${countText(skipped)} of the series cannot be booked, so nothing was changed.` : message}
      </p>
      {skipped.length > 0 && (
        <ul className="grid gap-1 tabular-nums">
          {skipped.slice(0, LISTED_MAX).map((session) => (
            <li key={session.booking_date + session.start_time}>{formatSkipped(session)}</li>
          ))}
          {skipped.length > LISTED_MAX && <li>and {skipped.length - LISTED_MAX} more</li>}
        </ul>
      )}
      {freeStarts.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span>Free on that day from</span>
          {freeStarts.map((start) => (
            <Button key={start} look="secondary" size="small" className="tabular-nums" onClick={() => onPick(start)}>
              {timeText(start)}
            </Button>
          ))}
        </div>
      )}
      {alternatives.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span>Free instead:</span>
          {alternatives.map(({ booking_date, start_time, label }) => (
            <Button
              key={label}
              look="secondary"
              size="small"
              className="tabular-nums"
              onClick={() => onPick(start_time, booking_date)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
