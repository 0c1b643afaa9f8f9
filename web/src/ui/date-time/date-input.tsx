import { Calendar } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Input } from '../input.tsx'
import { leavesField, PickerButton } from './picker-button.tsx'
import { readCompleteDate, readDate } from './read-date.ts'
import { type DateTimeReader, useDateTimeReader } from './reader.ts'
import { type TypedProps, type TypedValue, useTypedValue } from './use-typed-value.ts'

const loadCalendar = () => import('./calendar-popover.tsx')
const CalendarPopover = lazy(async () => ({ default: (await loadCalendar()).CalendarPopover }))

/** The first and last day that the calendar offers, `yyyy-MM-dd`. The form must reject typed days outside. */
export type DateLimits = { min?: string | number | undefined; max?: string | number | undefined }

/** The attributes that a field passes on to its text input: id, descriptions and state. */
export type InputAttributes = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'aria-required' | 'className'
> & { 'data-autofocus'?: boolean | '' }

/** Selects the props of a field that are for its control. */
export const pickInputAttributes = (props: InputAttributes): InputAttributes => ({
  ...Object.fromEntries(
    inputAttributeNames.filter((name) => props[name] !== undefined).map((name) => [name, props[name]]),
  ),
})

const inputAttributeNames = [
  'id',
  'aria-label',
  'aria-invalid',
  'aria-describedby',
  'aria-required',
  'className',
  'data-autofocus',
] as const

const limitsOf = ({ min, max }: DateLimits) => ({
  min: min === undefined ? undefined : String(min),
  max: max === undefined ? undefined : String(max),
})

/** The state of a date field. @param canShowError whether it can show an error message */
export function useTypedDate(props: TypedProps & DateLimits, canShowError: boolean): TypedValue {
  const reader = useDateTimeReader()
  const rules = () => ({ isMonthFirst: reader.isMonthFirst(), today: reader.today(), ...limitsOf(props) })
  return useTypedValue(props, {
    parse: (text) => readDate(text, rules()),
    parseComplete: (text) => readCompleteDate(text, rules()),
    format: reader.formatDay,
    canShowError,
  })
}

/** The error message for text that is not a date. */
export const unreadableDate = (reader: DateTimeReader) => `Enter a date, such as ${reader.formatDay(reader.today())}`

type DateControlProps = InputAttributes & DateLimits & { typedValue: TypedValue }

/** A text input for a day, with a calendar that opens by its button or the down arrow. */
export function DateControl({ typedValue, min, max, className, ...control }: DateControlProps) {
  const reader = useDateTimeReader()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const onLeave = (event: FocusEvent) => leavesField(event, box.current) && typedValue.blur()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      if (typedValue.commit()) setOpen(true)
    } else if (event.key === 'Enter' && !typedValue.commit()) event.preventDefault()
  }
  return (
    <div ref={box} className={cx('relative', className)}>
      <Input
        {...control}
        {...typedValue.inputProps}
        placeholder={reader.isMonthFirst() ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
        onFocus={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          typedValue.commit()
          onLeave(event)
        }}
        className="pr-10 tabular-nums"
      />
      <PickerButton
        name="Open calendar"
        describedBy={control.id}
        disabled={typedValue.inputProps.disabled}
        isOpen={isOpen}
        onPreload={loadCalendar}
        onClick={() => setOpen(!isOpen)}
        onBlur={onLeave}
      >
        <Calendar aria-hidden />
      </PickerButton>
      {isOpen && (
        <Suspense fallback={null}>
          <CalendarPopover
            anchor={box}
            typedValue={typedValue}
            {...limitsOf({ min, max })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A date input without a label; its value is `yyyy-MM-dd`. If the text is not a date, the last value is restored. */
export function DateInput(props: InputAttributes & TypedProps & DateLimits) {
  const typedValue = useTypedDate(props, false)
  return <DateControl {...pickInputAttributes(props)} {...limitsOf(props)} typedValue={typedValue} />
}
