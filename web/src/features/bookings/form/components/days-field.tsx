import { DAYS_TOUCHED_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useState } from 'react'
import { isLongerThanADay, mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Switch } from '#ui/switch.tsx'

type DaysFieldProps = {
  /** The day, start and end as typed; empty if not chosen. */
  times: { booking_date: string; start_time: string; end_time: string; days: number }
  error: string | undefined
  onChange: (days: number) => void
}

const presets = [2, 3]

/** The day on which a session ends: the same, the next, or a later day for sessions of several days. */
export function DaysField({ times, error, onChange }: DaysFieldProps) {
  const { booking_date, start_time, end_time, days } = times
  const [isExpanded, setExpanded] = useState(false)
  if (!booking_date) return null
  if (!isExpanded && !isLongerThanADay(times)) {
    return (
      <div className="-my-2 grid gap-2">
        {mayEndNextDay(start_time, end_time) && (
          <Switch
            label="Ends next day"
            hint={`At ${timeText(end_time)} on the following day`}
            checked={days > 1}
            onChange={(isNextDay) => onChange(isNextDay ? 2 : 1)}
          />
        )}
        <Button look="link" size="small" className="-ml-3 justify-self-start" onClick={() => setExpanded(true)}>
          Several days
        </Button>
      </div>
    )
  }
  const close = () => {
    setExpanded(false)
    onChange(mayEndNextDay(start_time, end_time) ? 2 : 1)
  }
  return (
    <div className="grid gap-2">
      <DateField
        label="End date"
        required
        error={error}
        min={booking_date}
        max={plusDays(booking_date, DAYS_TOUCHED_MAX - 1)}
        value={plusDays(booking_date, days - 1)}
        onChange={({ target }) => {
          const newDays = Math.round((Date.parse(target.value) - Date.parse(booking_date)) / DAY_MS) + 1
          if (newDays >= 1 && newDays <= DAYS_TOUCHED_MAX) onChange(newDays)
        }}
      />
      <div className="flex flex-wrap gap-2">
        {presets.map((count) => (
          <Button
            key={count}
            look="secondary"
            size="small"
            aria-pressed={days === count}
            onClick={() => onChange(count)}
          >
            {count} days
          </Button>
        ))}
        <Button look="quiet" size="small" onClick={close}>
          One day
        </Button>
      </div>
    </div>
  )
}
