import { dayReasonText, pickStarts } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { OpenDay } from '@studiohub/contract/features/availability/schema.ts'
import { zoneText } from '@studiohub/contract/features/studios/words.ts'
import { dateFormat, timeText } from '@studiohub/contract/shared/formats.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DAYS_SHOWN, findShownDay, MONTH_DAYS_SHOWN } from '../model/starts.ts'

const dayInWords = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })
const monthAndDay = dateFormat({ month: 'long', day: 'numeric' })
const monthAndDayShort = dateFormat({ month: 'short', day: 'numeric' })
const weekday = dateFormat({ weekday: 'short' })
const dayNumber = dateFormat({ day: 'numeric' })

type TimePickerProps = {
  /** The first visible date. `today` is in the studio's time zone. */
  from: string
  today: string
  zone: string | null
  /** Undefined while loading. */
  days: readonly OpenDay[] | undefined
  /** Whole weeks. With more than two of them, the weekdays are written once above their columns. */
  daysShown?: number
  /** Shows a button that switches between two weeks and a month. */
  onDaysShown?: (days: number) => void
  day: string
  time: string
  /** The clients' word for the person of the service; null: engineer. */
  person_title: string | null
  /** Writes the zone beside the chosen day, for people who do not know the studio yet. */
  namesZone?: boolean
  error?: string | undefined
  onFrom: (from: string) => void
  onDay: (day: string) => void
  onTime: (time: string) => void
}

/** The days of some weeks, and the free start times of one of them. */
export function TimePicker(props: TimePickerProps) {
  const { from, today, zone, days, daysShown = DAYS_SHOWN, day, time, person_title, namesZone = false, error } = props
  const { onFrom, onDay, onTime, onDaysShown } = props
  const isMonth = daysShown > DAYS_SHOWN
  const reasonOf = ({ reason }: OpenDay) => dayReasonText(reason, person_title)
  const last = plusDays(from, daysShown - 1)
  const shownDay = findShownDay(days, day)
  const shiftTo = (first: string) => onFrom(first < today ? today : first)
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <div className="flex items-center justify-between gap-2">
          <p className="text-sm font-medium" aria-live="polite">
            {monthAndDay(from)} – {monthAndDay(last)}
          </p>
          <div className="flex gap-1">
            <IconButton
              name="Earlier days"
              look="secondary"
              disabled={from <= today}
              onClick={() => shiftTo(plusDays(from, -daysShown))}
            >
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton name="Later days" look="secondary" onClick={() => shiftTo(plusDays(from, daysShown))}>
              <ChevronRight aria-hidden />
            </IconButton>
          </div>
        </div>
        {days ? (
          <Days days={days} isMonth={isMonth} shownDate={shownDay?.date ?? ''} reasonOf={reasonOf} onDay={onDay} />
        ) : (
          <Skeleton className={isMonth ? 'h-54' : 'h-26'} />
        )}
        {onDaysShown && (
          <button
            type="button"
            onClick={() => onDaysShown(isMonth ? DAYS_SHOWN : MONTH_DAYS_SHOWN)}
            className="-my-2 min-h-11 justify-self-start text-sm text-link underline underline-offset-4"
          >
            {isMonth ? 'Show two weeks' : 'Show the whole month'}
          </button>
        )}
      </div>
      {shownDay ? (
        <Starts
          day={shownDay}
          time={shownDay.date === day ? time : ''}
          reason={reasonOf(shownDay)}
          zone={namesZone ? zone : null}
          error={error}
          onTime={onTime}
        />
      ) : (
        <StartsSkeleton />
      )}
      {zone && !namesZone && <ZoneNote zone={zone} />}
    </div>
  )
}

type DaysProps = {
  days: readonly OpenDay[]
  isMonth: boolean
  shownDate: string
  reasonOf: (day: OpenDay) => string
  onDay: (day: string) => void
}

function Days({ days, isMonth, shownDate, reasonOf, onDay }: DaysProps) {
  const name = useId()
  return (
    <fieldset className="grid grid-cols-7 gap-1">
      <legend className="sr-only">Day</legend>
      {isMonth &&
        days.slice(0, 7).map(({ date }) => (
          <span key={date} aria-hidden className="text-center text-xs text-muted-foreground">
            {weekday(date)}
          </span>
        ))}
      {days.map((day) => {
        // The number of starts that the day shows after it is chosen.
        const count = pickStarts(day.free, '').length
        const isFree = count > 0
        const summary = isFree ? `${count} free ${count === 1 ? 'time' : 'times'}` : reasonOf(day)
        return (
          <RadioTile
            key={day.date}
            name={name}
            label={`${dayInWords(day.date)}, ${summary}`}
            checked={day.date === shownDate}
            onPick={() => onDay(day.date)}
            look={isFree ? 'outlined' : 'plain'}
            className={cx(
              'grid min-h-11 content-center justify-items-center',
              !isMonth && 'py-1',
              !isFree && 'text-muted-foreground',
            )}
          >
            {!isMonth && <span className="text-xs">{weekday(day.date)}</span>}
            <span className={cx('text-base font-medium tabular-nums', !isFree && 'line-through')}>
              {isMonth && day.date.endsWith('-01') ? monthAndDayShort(day.date) : dayNumber(day.date)}
            </span>
          </RadioTile>
        )
      })}
    </fieldset>
  )
}

type StartsProps = {
  day: OpenDay
  time: string
  reason: string
  /** The time zone to name; null for none. */
  zone: string | null
  error?: string | undefined
  onTime: (time: string) => void
}

function Starts({ day, time, reason, zone, error, onTime }: StartsProps) {
  const name = useId()
  const starts = pickStarts(day.free, time)
  return (
    <fieldset
      className="@container grid gap-3"
      aria-describedby={error ? `${name}-error` : undefined}
      data-invalid={error ? '' : undefined}
    >
      <legend className="mb-2 text-sm font-medium">
        {dayInWords(day.date)}
        {zone && <span className="font-normal text-muted-foreground">, {zoneText(zone)}</span>}
      </legend>
      {starts.length === 0 && <p className="py-3 text-sm text-muted-foreground">{reason} on this day.</p>}
      {starts.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-1 @xl:grid-cols-7">
          {starts.map((start) => (
            <RadioTile
              key={start}
              name={name}
              label={timeText(start)}
              checked={start === time}
              onPick={() => onTime(start)}
              className="grid min-h-11 place-content-center text-sm tabular-nums"
            >
              {timeText(start)}
            </RadioTile>
          ))}
        </div>
      )}
      {error && (
        <p id={`${name}-error`} className="text-sm text-cancelled">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function StartsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading free times...</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24" />
    </div>
  )
}

type RadioTileProps = {
  name: string
  label: string
  checked: boolean
  onPick: () => void
  look?: keyof typeof tileLooks
  className: string
  children: ReactNode
}

// A gray tile would look taken, so only what cannot be chosen has no border.
const tileLooks = {
  outlined: 'border-input bg-card hover:bg-muted',
  plain: 'border-transparent hover:border-input',
}

/** An option as a tile, with a radio button for keyboard and screen readers. */
export function RadioTile({ name, label, checked, onPick, look = 'outlined', className, children }: RadioTileProps) {
  return (
    <label
      className={cx(
        'relative cursor-pointer rounded-md border transition duration-150',
        tileLooks[look],
        'has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={checked}
        onChange={onPick}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  )
}
