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
import { getEntryStyle, urgentIcon } from '#features/bookings/shared/status.tsx'
import { entryInWords, entryLabel, entryTimes } from '#features/bookings/shared/wording.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { OwnMark } from './own-mark.tsx'
import { RequestAnswer } from './request-answer.tsx'

type TimelineBlockProps = {
  block: Block
  context: BookingContext
  arrivals: readonly CheckInOfDay[] | undefined
  style: { left: string; width: string }
  nowMinute: number
  checkIn: ReactNode
  onOpen: () => void
}

/** While the timeline scrolls under the column of rooms (8 rem), the text of a session stays in view. */
const stickyTextClasses = '*:sticky *:left-[8.5rem] *:w-fit *:max-w-full'

/** The color of the session behind each text, no wider than its letters, covers the line of the current time. */
const coverLineClasses = 'bg-inherit *:bg-inherit *:pr-0.5'

/** A session of today's timeline, with the button for its next step. */
export function TimelineBlock({ block, context, arrivals, style, nowMinute, checkIn, onOpen }: TimelineBlockProps) {
  const { entry, column, columns, from, to } = block
  const presence: Presence = entry.request ? { kind: 'request' } : getPresence(entry.booking, arrivals, context.now)
  const { box, ink, icon } = getEntryStyle(entry)
  const label = entryLabel(entry, context.services)
  const client = entry.booking.client_name
  const isOwn = isOwnSession(entry.booking, context.people, context.actor.user_id)
  const formatTime = createTimeFormatter(context.studio.timezone)
  const state = describePresence(presence, formatTime)
  const isOver = hasEnded(presence)
  const isUrgent = needsDesk(presence)
  const Icon = isUrgent ? urgentIcon : icon
  const isRunning = from < nowMinute && nowMinute < to
  // Past sessions have a lighter color on which text is still readable.
  const tone = isUrgent ? 'border-pending bg-pending-soft' : isOver ? 'border-input bg-muted' : box
  return (
    <div
      // The card's color under the tint hides the lines of the hours and of the current time, which would cross the text.
      className="@container absolute z-10 p-0.5 before:absolute before:inset-0.5 before:rounded-[4px] before:bg-card"
      style={{ ...style, top: `${(column / columns) * 100}%`, height: `${100 / columns}%` }}
    >
      <div
        className={cx(
          'relative isolate flex size-full flex-col justify-between overflow-clip rounded-[4px] border-l-3 p-1.5 text-xs',
          tone,
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
            <Icon aria-hidden className={cx('size-3.5 shrink-0 @max-[6rem]:hidden', isUrgent ? 'text-pending' : ink)} />
            <span className="line-clamp-2">{client ?? label}</span>
          </span>
          <span className="tabular-nums">
            <Icon
              aria-hidden
              className={cx('mr-1 hidden size-3 align-[-2px] @max-[6rem]:inline', isUrgent ? 'text-pending' : ink)}
            />
            {entryTimes(entry)} {isOwn && <OwnMark />}
          </span>
          {client && (
            <span className={cx('text-muted-foreground', columns > 1 ? 'sr-only' : '@max-[6rem]:sr-only')}>
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
              // Next to a button, a narrow session has no room for whole words; its color says that it is late.
              presence.kind !== 'request' && '@max-[7rem]:group-has-[button]/next:hidden',
              // The buttons after it already say it. A session without room for them shows it, and its details have the buttons.
              presence.kind === 'request' && context.worksAtDesk && '@min-[4.5rem]:hidden',
              isUrgent ? 'text-pending' : isOver ? 'text-muted-foreground' : ink,
            )}
          >
            <span className="@max-[14rem]:hidden">{keepLengthTogether(state)}</span>
            <span className="@min-[14rem]:hidden">
              {keepLengthTogether(describePresenceBriefly(presence, formatTime))}
            </span>
          </span>
          {presence.kind === 'request' ? (
            <span className="relative z-10 @max-[4.5rem]:hidden">
              <RequestAnswer booking={entry.booking} context={context} fitsNarrow />
            </span>
          ) : (
            <span data-icon-only className="relative z-10 ml-auto shrink-0 @max-[3rem]:hidden">
              {checkIn}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

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
