import { CANCEL_REASON_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { type Ref, useEffect, useId, useRef } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import {
  type BlockingAnswer,
  type BlockingBooking,
  findUnansweredConflict,
} from '#features/bookings/model/blocking-bookings.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { DateField, TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type BlockingBookingsProps = {
  context: BookingContext
  blocking: readonly BlockingBooking[]
  onChange: (blocking: BlockingBooking[]) => void
  /** Number of attempts to send before every conflict was answered. */
  incompleteSubmits: number
}

const QUARTER_HOUR_SECONDS = 15 * 60
const FEW_CONFLICTS = 2

/** The bookings that conflict with a block. Each one stays, is cancelled, or moves. */
export function BlockingBookings({ context, blocking, onChange, incompleteSubmits }: BlockingBookingsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const unansweredItem = useRef<HTMLFieldSetElement>(null)
  const firstUnanswered = incompleteSubmits > 0 ? findUnansweredConflict(blocking) : undefined
  const count = blocking.length
  // The list appears above the button and needs an answer, so it gets the focus.
  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])
  // After each incomplete attempt, the first conflict without an answer gets the focus.
  useEffect(() => {
    if (incompleteSubmits > 0) unansweredItem.current?.querySelector('input')?.focus()
  }, [incompleteSubmits])
  const setAnswer = (id: string, part: Partial<BlockingAnswer>) =>
    onChange(
      blocking.map((conflict) =>
        conflict.booking.id === id ? { ...conflict, error: null, answer: { ...conflict.answer, ...part } } : conflict,
      ),
    )
  const keepAll = () =>
    onChange(blocking.map((conflict) => ({ ...conflict, answer: { ...conflict.answer, action: 'keep' } })))
  return (
    <section aria-labelledby="blocking-bookings" className="grid gap-3 rounded-md border border-pending p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="blocking-bookings" ref={heading} tabIndex={-1} className="text-sm font-semibold outline-none">
          {count === 1 ? '1 booking conflicts' : `${count} bookings conflict`}
        </h3>
        {count > FEW_CONFLICTS && (
          <Button size="small" look="quiet" onClick={keepAll}>
            Keep all
          </Button>
        )}
      </div>
      <p className="text-sm text-muted-foreground">
        Keep, cancel or move each one. Bookings that you keep are not blocked.
      </p>
      {blocking.map((conflict) => (
        <BlockingItem
          key={conflict.booking.id}
          ref={conflict === firstUnanswered ? unansweredItem : null}
          context={context}
          blocking={
            conflict === firstUnanswered ? { ...conflict, error: 'Choose an option for every booking.' } : conflict
          }
          onAnswer={(part) => setAnswer(conflict.booking.id, part)}
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

type BlockingItemProps = {
  ref: Ref<HTMLFieldSetElement>
  context: BookingContext
  blocking: BlockingBooking
  onAnswer: (part: Partial<BlockingAnswer>) => void
}

function BlockingItem({ ref, context, blocking: { booking, answer, error }, onAnswer }: BlockingItemProps) {
  const name = useId()
  const isBlocked = booking.booking_type === 'blocked_time'
  const service = serviceLabel(booking, context.services)
  const client = isBlocked ? 'Blocked time' : (booking.client_name ?? 'Internal session')
  const rooms = booking.resources.map((resource) => resource.name).join(', ')
  return (
    <fieldset ref={ref} className="grid gap-2 border-t border-border pt-3">
      <legend className="sr-only">
        {service}, {formatShortDate(booking.booking_date)}, {formatTimes(booking)}
      </legend>
      <div aria-hidden className="flex items-start justify-between gap-3 text-sm">
        <div className="grid gap-0.5">
          <p className="font-medium">{service}</p>
          <p className="text-muted-foreground tabular-nums">
            {formatShortDate(booking.booking_date)}, {formatTimes(booking)}
          </p>
          <p className="text-muted-foreground">{[client, rooms].filter(Boolean).join(', ')}</p>
          {booking.change_request && (
            <p className="text-muted-foreground tabular-nums">
              Change requested: {requestText(booking, booking.change_request, context.services)}
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
              checked={answer.action === action}
              onChange={() => onAnswer({ action })}
              className="size-4 accent-primary"
            />
            {label}
          </label>
        ))}
      </div>
      {answer.action === 'cancel' && (
        <Field label="Reason" hint={booking.client_id ? 'Optional. The client will see it.' : 'Optional'}>
          {(control) => (
            <Input
              {...control}
              maxLength={CANCEL_REASON_MAX}
              value={answer.reason}
              onChange={(event) => onAnswer({ reason: event.target.value })}
            />
          )}
        </Field>
      )}
      {answer.action === 'move' && <NewTime context={context} answer={answer} onAnswer={onAnswer} />}
      {error && (
        <p role="alert" className="text-sm text-cancelled">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function NewTime({
  context,
  answer,
  onAnswer,
}: {
  context: BookingContext
  answer: BlockingAnswer
  onAnswer: BlockingItemProps['onAnswer']
}) {
  return (
    <div className="grid gap-3">
      <DateField
        label="New date"
        min={context.today}
        value={answer.booking_date}
        onChange={(event) => onAnswer({ booking_date: event.target.value })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TimeField
          label="New start"
          step={QUARTER_HOUR_SECONDS}
          value={answer.start_time}
          onChange={(event) => onAnswer({ start_time: event.target.value })}
        />
        <TimeField
          label="New end"
          step={QUARTER_HOUR_SECONDS}
          value={answer.end_time}
          onChange={(event) => onAnswer({ end_time: event.target.value })}
        />
      </div>
    </div>
  )
}
