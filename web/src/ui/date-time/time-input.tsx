import { Clock } from 'lucide-react'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../cx.ts'
import { Input } from '../input.tsx'
import { type InputAttributes, pickInputAttributes } from './date-input.tsx'
import { leavesField, PickerButton } from './picker-button.tsx'
import { indexOfTime, readCompleteTime, readTime, timesOfDay } from './read-time.ts'
import { type DateTimeReader, useDateTimeReader } from './reader.ts'
import { type TypedProps, type TypedValue, useTypedValue } from './use-typed-value.ts'

const loadList = () => import('./time-list.tsx')
const TimeList = lazy(async () => ({ default: (await loadList()).TimeList }))

const QUARTER_HOUR_SECONDS = 900
/** The time at which the list of an empty field opens by default. */
const MORNING = '09:00'

/** The state of a time field. @param canShowError whether it can show an error message */
export function useTypedTime(props: TypedProps, canShowError: boolean): TypedValue {
  const { formatTime } = useDateTimeReader()
  return useTypedValue(props, { parse: readTime, parseComplete: readCompleteTime, format: formatTime, canShowError })
}

/** The error message for text that is not a time. */
export const unreadableTime = (reader: DateTimeReader) => `Enter a time, such as ${reader.formatTime('14:30')}`

type TimeControlProps = InputAttributes & {
  typedValue: TypedValue
  /** Seconds between the times of the list. Others can be typed. */
  step?: number | undefined
  /** The time at which the list of an empty field opens, `HH:mm`. */
  openAt?: string | undefined
}

/** A text input for a time, with a list that opens by a click or the arrow keys (ARIA combobox pattern). */
export function TimeControl(props: TimeControlProps) {
  const { typedValue, step = QUARTER_HOUR_SECONDS, openAt = MORNING, className, ...control } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useTimeList(typedValue, step, openAt)
  const { isOpen, times, highlighted } = list
  const onLeave = (event: FocusEvent) => leavesField(event, box.current) && typedValue.blur()
  return (
    <div ref={box} className={cx('relative', className)}>
      <Input
        {...control}
        {...typedValue.inputProps}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        placeholder="--:--"
        aria-activedescendant={isOpen && highlighted !== null ? `${id}-${times[highlighted]}` : undefined}
        onChange={list.onChange}
        // Not for touch, because a tap would open the keypad and the list at once. There the button opens the list.
        onClick={({ nativeEvent }) => Reflect.get(nativeEvent, 'pointerType') !== 'touch' && list.openList()}
        onFocus={loadList}
        onKeyDown={(event) => onKeyDown(event, list)}
        onBlur={(event) => {
          list.commit()
          onLeave(event)
        }}
        className="pr-9 tabular-nums"
      />
      <PickerButton
        name="Show times"
        describedBy={control.id}
        disabled={typedValue.inputProps.disabled}
        isOpen={isOpen}
        isTabStop={false}
        onPreload={loadList}
        onClick={list.toggle}
        onBlur={onLeave}
      >
        <Clock aria-hidden />
      </PickerButton>
      {isOpen && (
        <Suspense fallback={null}>
          <TimeList
            id={id}
            times={times}
            highlighted={highlighted}
            {...list.picking}
            anchor={box}
            value={typedValue.value}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The state of the list of times: whether it is open, the index of its highlighted time, and functions that change them. */
function useTimeList(typedValue: TypedValue, step: number, openAt: string) {
  const times = useMemo(() => timesOfDay(step), [step])
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<number | null>(null)
  // Leaving the field selects a time that arrow keys have reached, like a native list.
  const [isReachedByKey, setReachedByKey] = useState(false)
  const highlight = (index: number | null, byKey = false) => {
    setHighlighted(index)
    setReachedByKey(byKey)
  }
  const close = () => {
    setOpen(false)
    highlight(null)
  }
  const indexOf = (text: string) => {
    const index = indexOfTime(times, readTime(text) ?? (typedValue.value || openAt))
    return index < 0 ? 0 : index
  }
  const openList = () => {
    setOpen(true)
    highlight(indexOf(typedValue.inputProps.value))
  }
  const pick = (time: string) => {
    typedValue.pick(time)
    close()
  }
  const move = (offset: number) => {
    const from = highlighted ?? indexOf(typedValue.inputProps.value)
    const isOffList = highlighted === null && (typedValue.value === '' || times[from] !== typedValue.value)
    setOpen(true)
    // Without a value the list opens at `openAt`. From between two times, an arrow moves to the next one in its direction.
    highlight(
      isOffList && (offset < 0 || typedValue.value === '') ? from : (from + offset + times.length) % times.length,
      true,
    )
  }
  const commit = () => {
    const time = highlighted === null ? undefined : times[highlighted]
    if (isReachedByKey && time !== undefined) typedValue.pick(time)
    const isCommitted = isReachedByKey || typedValue.commit()
    close()
    return isCommitted
  }
  return {
    times,
    isOpen,
    highlighted,
    isReachedByKey,
    openList,
    move,
    commit,
    picking: { onPick: pick, onClose: close },
    toggle: () => (isOpen ? close() : openList()),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      typedValue.inputProps.onChange(event)
      if (isOpen) highlight(indexOf(event.target.value))
    },
  }
}

/** Arrow keys move the highlight and open the list. Enter selects a time that they have reached; otherwise it submits. */
function onKeyDown(event: KeyboardEvent, { move, commit, isReachedByKey }: ReturnType<typeof useTimeList>) {
  const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (offset !== undefined) move(offset)
  else if (event.key !== 'Enter' || (commit() && !isReachedByKey)) return
  event.preventDefault()
}

/** A time input without a label; its value is `HH:mm`. The last value replaces an unreadable text. */
export function TimeInput(props: InputAttributes & TypedProps & { step?: number }) {
  const typedValue = useTypedTime(props, false)
  return <TimeControl {...pickInputAttributes(props)} step={props.step} typedValue={typedValue} />
}
