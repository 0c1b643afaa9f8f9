import type { ReactNode } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { Block } from '#features/bookings/model/lanes.ts'
import { isOwnSession } from '#features/bookings/model/schedule.ts'
import {
  type CheckInOfDay,
  describePresence,
  describePresenceBriefly,
  getPresence,
  hasEnded,
  needsDesk,
  type Presence,
} from '#features/bookings/shared/presence.ts'
import { getEntryLook } from '#features/bookings/shared/status.tsx'
import { entryInWords, entryLabel, entryTimes } from '#features/bookings/shared/wording.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { isHereAlready } from '../model/is-here-already.ts'
import { OwnMark } from './own-mark.tsx'
import { RequestAnswer } from './request-answer.tsx'

type TimelineBlockProps = {
  block: Block
  context: BookingContext
  arrivals: readonly CheckInOfDay[] | undefined
  style: { left: string; width: string }
  nowMinute: number
  /** In a low row: without the service. */
  isCompact: boolean
  checkIn: ReactNode
  onOpen: () => void
}

/** While the timeline scrolls under the column of rooms (8 rem), the text of a session stays in view. */
const stickyTextClasses = '*:sticky *:left-[8.5rem] *:w-fit *:max-w-full'

/** The color of the session behind each text, no wider than its letters, covers the line of the current time. */
const coverLineClasses = 'bg-inherit *:bg-inherit *:pr-0.5'

/** A session of today's timeline, with the button for its next step. */
export function TimelineBlock(props: TimelineBlockProps) {
  const { block, context, arrivals, style, nowMinute, isCompact, checkIn, onOpen } = props
  const { entry, column, columns, from, to } = block
  const presence: Presence = entry.request ? { kind: 'request' } : getPresence(entry.booking, arrivals, context.now)
  const label = entryLabel(entry, context.services)
  const client = entry.booking.client_name
  const isOwn = isOwnSession(entry.booking, context.people, context.actor.user_id)
  const formatTime = createTimeFormatter(context.studio.timezone)
  const isHere = isHereAlready(entry.booking, presence, arrivals)
  const state = isHere ? 'Already here' : describePresence(presence, formatTime)
  const shortState = isHere ? state : describePresenceBriefly(presence, formatTime)
  const isOver = hasEnded(presence)
  const isUrgent = needsDesk(presence) && !isHere
  const isRunning = from < nowMinute && nowMinute < to
  // In a narrow session the delay has a line of its own in place of the service, because it does not fit next to the button.
  const hasDelayLine = isUrgent && columns === 1
  const { box, ink, icon: Icon, isFaded } = getEntryLook(entry, { isUrgent, isPast: isOver })
  return (
    <div
      // The card's color under the tint hides the lines of the hours and of the current time, which would cross the text.
      className="@container absolute z-10 p-0.5 before:absolute before:inset-0.5 before:rounded-[4px] before:bg-card"
      style={{ ...style, top: `${(column / columns) * 100}%`, height: `${100 / columns}%` }}
    >
      <div
        className={cx(
          'relative isolate flex size-full flex-col justify-between overflow-clip rounded-[4px] border-l-3 px-1.5 text-xs',
          isCompact ? 'py-1' : 'py-1.5',
          box,
          isFaded && 'border',
          presence.kind === 'request' && 'border border-l-3 border-dashed',
          isOwn && 'ring-2 ring-primary ring-inset',
        )}
      >
        {isRunning && <NowLine fraction={(nowMinute - from) / (to - from)} />}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={[entryInWords(entry, context.services, context.today), isOwn && 'Yours', state]
            .filter(Boolean)
            .join(', ')}
          onClick={onOpen}
          className={cx(
            'grid min-w-0 text-left after:absolute after:inset-0 after:rounded-[4px]',
            stickyTextClasses,
            isRunning && coverLineClasses,
          )}
        >
          {/* In short sessions the icon is next to the time and the service is hidden, so that whole words fit. */}
          <span className="flex min-w-0 items-center gap-1 text-sm font-semibold @max-[6rem]:text-xs">
            <Icon aria-hidden className={cx('size-3.5 shrink-0 @max-[6rem]:hidden', ink)} />
            <span className="line-clamp-2">{client ?? label}</span>
          </span>
          {/* Amber says that the client is late where there is no room for the words. */}
          <span
            className={cx(
              'tabular-nums',
              isUrgent && (hasDelayLine ? '@max-[4.5rem]:text-pending' : '@max-[10.5rem]:text-pending'),
            )}
          >
            <Icon aria-hidden className={cx('mr-1 hidden size-3 align-[-2px] @max-[6rem]:inline', ink)} />
            {entryTimes(entry)} {isOwn && <OwnMark />}
          </span>
          {hasDelayLine && (
            <span
              aria-hidden
              className="font-medium whitespace-nowrap text-pending @max-[4.5rem]:hidden @min-[15.5rem]:hidden"
            >
              <span className="@max-[7rem]:hidden">{shortState}</span>
              <span className="@min-[7rem]:hidden">{shortenDelay(shortState)}</span>
            </span>
          )}
          {client && (
            <span
              className={cx(
                'text-muted-foreground',
                isCompact || columns > 1 ? 'sr-only' : hasDelayLine ? '@max-[15.5rem]:sr-only' : '@max-[6rem]:sr-only',
              )}
            >
              {label}
            </span>
          )}
        </button>
        <div className={cx('group/next flex items-end justify-between gap-1', isRunning && 'bg-inherit')}>
          {/* The label of the button above says it too. */}
          <span
            aria-hidden
            className={cx(
              'line-clamp-2 min-w-0 font-medium text-balance',
              isRunning && 'relative bg-inherit',
              isUrgent && 'whitespace-nowrap',
              hasDelayLine && '@max-[15.5rem]:hidden',
              isCompact && '@max-[6rem]:hidden',
              // Next to a button, a narrow session has no room for whole words.
              isUrgent
                ? '@max-[10.5rem]:group-has-[button]/next:hidden'
                : presence.kind !== 'request' && '@max-[7rem]:group-has-[button]/next:hidden',
              // The buttons after it already say it. A session without room for them shows it, and its details have the buttons.
              presence.kind === 'request' && context.worksAtDesk && '@min-[4.5rem]:hidden',
              isUrgent ? 'text-pending' : isOver ? 'text-muted-foreground' : ink,
            )}
          >
            {keepLengthTogether(shortState)}
          </span>
          {presence.kind === 'request' ? (
            <span className="relative z-10 @max-[4.5rem]:hidden">
              <RequestAnswer booking={entry.booking} context={context} fitsNarrow />
            </span>
          ) : (
            <span
              className={cx(
                'relative z-10 ml-auto shrink-0 @max-[3rem]:hidden',
                getButtonWordsClasses(shortState, { isUrgent, hasDelayLine }),
              )}
            >
              {checkIn}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

/** Hides the words of the button in sessions that are too narrow for them and the state next to each other. */
function getButtonWordsClasses(
  state: string,
  { isUrgent, hasDelayLine }: { isUrgent: boolean; hasDelayLine: boolean },
): string {
  // The delay has its own line above, so the button has the whole width.
  if (hasDelayLine) return '@max-[7rem]:[&_[data-button-words]]:sr-only'
  if (isUrgent) return '@max-[15.5rem]:[&_[data-button-words]]:sr-only'
  if (!state) return '@max-[8rem]:[&_[data-button-words]]:sr-only'
  return state.length > TWO_LINES_LENGTH
    ? '@max-[12rem]:[&_[data-button-words]]:sr-only'
    : '@max-[10.75rem]:[&_[data-button-words]]:sr-only'
}

/** A longer state, such as 'Due in 1 h 21 min', is wide on two lines too. */
const TWO_LINES_LENGTH = 'Due in 21 min'.length

/** A delay for the narrowest sessions: '2 h late' instead of '2 h 57 min late', '40 min over' instead of '40 min overtime'. */
const shortenDelay = (text: string) => text.replace(/(?<=h) \d+ min/, '').replace(/overtime$/, 'over')

/** With spaces that do not break, so that '1 h 33 min' stays on one line. */
const keepLengthTogether = (text: string) => text.replace(/(?<=\d) (?=h|min)|(?<=h) (?=\d)/g, '\u00a0')

/** The current time in a session: it continues the line between the rooms, and the texts after it cover it. */
const NowLine = ({ fraction }: { fraction: number }) => (
  <span
    aria-hidden
    className="pointer-events-none absolute inset-y-0 w-0.5 bg-cancelled"
    // Without the space and the edge before it, and the space after it, so that it is in line with the axis.
    style={{ left: `calc((100% + 7px) * ${fraction} - 5px)` }}
  />
)
