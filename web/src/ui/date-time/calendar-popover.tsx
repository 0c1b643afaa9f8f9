import { DayPicker, type Matcher } from '@daypicker/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../button.tsx'
import { FieldPopover } from './field-popover.tsx'
import { useDateTimeReader } from './reader.ts'
import type { TypedValue } from './use-typed-value.ts'

type CalendarPopoverProps = {
  anchor: RefObject<HTMLElement | null>
  typedValue: TypedValue
  min: string | undefined
  max: string | undefined
  onClose: () => void
}

// Noon, because it exists in every time zone, even on days when the clocks change.
const toDate = (day: string) => new Date(`${day}T12:00:00`)

function toDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

const dayClasses =
  'grid size-10 place-items-center rounded-md text-sm tabular-nums transition duration-150 hover:bg-muted ' +
  'md:size-9 disabled:pointer-events-none disabled:opacity-40'

const classNames = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: 'grid size-10 place-items-center rounded-md hover:bg-muted md:size-9 aria-disabled:opacity-40',
  button_next: 'grid size-10 place-items-center rounded-md hover:bg-muted md:size-9 aria-disabled:opacity-40',
  month_caption: 'flex h-10 items-center justify-center md:h-9',
  caption_label: 'text-sm font-semibold',
  month_grid: 'mt-1 border-collapse',
  weekday: 'h-8 text-xs font-normal text-muted-foreground',
  day: 'p-0',
  day_button: dayClasses,
  today: '*:font-semibold *:text-link *:underline *:underline-offset-4',
  selected: '*:bg-primary *:text-on-primary *:hover:bg-primary-hover',
  outside: 'text-muted-foreground',
}

/** The calendar of a date field. Arrows, Page Up, Page Down, Home and End move; Esc closes. */
export function CalendarPopover({ anchor, typedValue, min, max, onClose }: CalendarPopoverProps) {
  const reader = useDateTimeReader()
  const { value } = typedValue
  const today = reader.today()
  const isAllowed = (day: string) => (!min || day >= min) && (!max || day <= max)
  const disabled: Matcher[] = [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]
  const pick = (day: string) => {
    typedValue.pick(day)
    onClose()
  }
  const firstShown = value || (min && today < min ? min : max && today > max ? max : today)
  return (
    <FieldPopover anchor={anchor} takesFocus onClose={onClose} aria-label="Calendar" className="grid gap-2 p-3">
      <DayPicker
        mode="single"
        required
        autoFocus
        showOutsideDays
        weekStartsOn={reader.weekStartsOn}
        today={toDate(today)}
        selected={value ? toDate(value) : undefined}
        defaultMonth={toDate(firstShown)}
        disabled={disabled}
        onSelect={(date: Date) => pick(toDay(date))}
        classNames={classNames}
        formatters={{ formatCaption: (month) => reader.formatMonth(toDay(month)) }}
        labels={{
          labelDayButton: (date, { today: isToday, selected }) =>
            [isToday && 'Today', reader.formatLongDay(toDay(date)), selected && 'selected'].filter(Boolean).join(', '),
          labelGrid: (month) => reader.formatMonth(toDay(month)),
          labelPrevious: () => 'Previous month',
          labelNext: () => 'Next month',
        }}
        components={{
          Chevron: ({ orientation }) =>
            orientation === 'left' ? (
              <ChevronLeft aria-hidden className="size-4" />
            ) : (
              <ChevronRight aria-hidden className="size-4" />
            ),
        }}
      />
      {isAllowed(today) && (
        <Button look="quiet" size="small" className="justify-self-center" onClick={() => pick(today)}>
          Today
        </Button>
      )}
    </FieldPopover>
  )
}
