import { CANCEL_REASON_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { type Ref, useEffect, useId, useRef } from 'react'
import type { BookingPlace } from '#features/bookings/hooks/use-booking-place.ts'
import {
  type BlockingAnswer,
  type BlockingBooking,
  firstUnanswered,
} from '#features/bookings/model/blocking-bookings.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { DateField, TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type InTheWayProps = {
  place: BookingPlace
  standing: readonly BlockingBooking[]
  onChange: (standing: BlockingBooking[]) => void
  /** Number of attempts to send before every conflict was answered. */
  missed: number
}

const QUARTER_HOUR_SECONDS = 15 * 60
const FEW = 2

/** Bookings that conflict with a block: each one stays, is cancelled or moves. */
export function InTheWay({ place, standing, onChange, missed }: InTheWayProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const unsaid = useRef<HTMLFieldSetElement>(null)
  const lacking = missed > 0 ? firstUnanswered(standing) : undefined
  const count = standing.length
  // The list appears above the button and needs an answer, so focus it.
  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])
  // After each incomplete attempt, focus the first conflict without an answer.
  useEffect(() => {
    if (missed > 0) unsaid.current?.querySelector('input')?.focus()
  }, [missed])
  const say = (id: string, part: Partial<BlockingAnswer>) =>
    onChange(
      standing.map((one) =>
        one.booking.id === id ? { ...one, refused: null, saying: { ...one.saying, ...part } } : one,
      ),
    )
  const keepAll = () => onChange(standing.map((one) => ({ ...one, saying: { ...one.saying, action: 'keep' } })))
  return (
    <section aria-labelledby="in-the-way" className="grid gap-3 rounded-md border border-pending p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="in-the-way" ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
          {count === 1 ? '1 booking stands' : `${count} bookings stand`} in the way
        </h3>
        {count > FEW && (
          <Button size="small" look="quiet" onClick={keepAll}>
            Keep all
          </Button>
        )}
      </div>
      <p className="text-sm text-muted-foreground">Keep, cancel or move each. What is kept is left out of the block.</p>
      {standing.map((one) => (
        <One
          key={one.booking.id}
          ref={one === lacking ? unsaid : null}
          place={place}
          standing={one === lacking ? { ...one, refused: 'Choose an option for every booking.' } : one}
          onSay={(part) => say(one.booking.id, part)}
        />
      ))}
    </section>
  )
}

const choices = [
  { action: 'keep', label: 'Keep' },
  { action: 'cancel', label: 'Cancel it' },
  { action: 'move', label: 'Move' },
] as const

type OneProps = {
  ref: Ref<HTMLFieldSetElement>
  place: BookingPlace
  standing: BlockingBooking
  onSay: (part: Partial<BlockingAnswer>) => void
}

function One({ ref, place, standing: { booking, saying, refused }, onSay }: OneProps) {
  const name = useId()
  const isBlocked = booking.booking_type === 'blocked_time'
  const what = serviceLabel(booking, place.services)
  const who = isBlocked ? 'Blocked time' : (booking.client_name ?? 'Internal session')
  const rooms = booking.resources.map((resource) => resource.name).join(', ')
  return (
    <fieldset ref={ref} className="grid gap-2 border-t border-border pt-3">
      <legend className="sr-only">
        {what}, {formatShortDate(booking.booking_date)}, {formatTimes(booking)}
      </legend>
      <div aria-hidden className="flex items-start justify-between gap-3 text-sm">
        <div className="grid gap-0.5">
          <p className="font-medium">{what}</p>
          <p className="text-muted-foreground tabular-nums">
            {formatShortDate(booking.booking_date)}, {formatTimes(booking)}
          </p>
          <p className="text-muted-foreground">{[who, rooms].filter(Boolean).join(', ')}</p>
          {booking.change_request && (
            <p className="text-muted-foreground tabular-nums">
              Change requested: {requestText(booking, booking.change_request, place.services)}
            </p>
          )}
        </div>
        <StatusBadge status={booking.status} />
      </div>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ action, label }) => (
          <label
            key={action}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-border bg-raised px-3 text-sm has-checked:border-link"
          >
            <input
              type="radio"
              name={name}
              checked={saying.action === action}
              onChange={() => onSay({ action })}
              className="size-4 accent-primary"
            />
            {label}
          </label>
        ))}
      </div>
      {saying.action === 'cancel' && (
        <Field label="Reason" hint={booking.client_id ? 'Optional. The client will see it.' : 'Optional'}>
          {(control) => (
            <Input
              {...control}
              maxLength={CANCEL_REASON_MAX}
              value={saying.reason}
              onChange={(event) => onSay({ reason: event.target.value })}
            />
          )}
        </Field>
      )}
      {saying.action === 'move' && <NewTime place={place} saying={saying} onSay={onSay} />}
      {refused && (
        <p role="alert" className="text-sm text-cancelled">
          {refused}
        </p>
      )}
    </fieldset>
  )
}

function NewTime({ place, saying, onSay }: { place: BookingPlace; saying: BlockingAnswer; onSay: OneProps['onSay'] }) {
  return (
    <div className="grid gap-3">
      <DateField
        label="New date"
        min={place.today}
        value={saying.booking_date}
        onChange={(event) => onSay({ booking_date: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TimeField
          label="New start"
          step={QUARTER_HOUR_SECONDS}
          value={saying.start_time}
          onChange={(event) => onSay({ start_time: event.target.value })}
        />
        <TimeField
          label="New end"
          step={QUARTER_HOUR_SECONDS}
          value={saying.end_time}
          onChange={(event) => onSay({ end_time: event.target.value })}
        />
      </div>
    </div>
  )
}
