import type { Actor } from '@studiohub/contract/actor.ts'
import { canAnswerCalendarMoves } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type { CalendarMove } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { Button } from '#ui/button.tsx'
import { useAnswerMove, useCalendarMoves } from '../api.ts'
import { calendarTimeText } from './calendar-time-text.ts'

type CalendarMovesProps = { actor: Actor; studio: { id: string; timezone: string } }

/**
 * Sessions that were moved or deleted in a connected calendar. The desk accepts each change or restores the event. Renders
 * nothing if there are none.
 */
export function CalendarMoves({ actor, studio }: CalendarMovesProps) {
  const moves = useCalendarMoves(studio.id, canAnswerCalendarMoves(actor, studio.id))
  if (!moves.data || moves.data.length === 0) return null
  return (
    <section className="grid gap-2 rounded-md border border-border bg-raised p-3 text-sm">
      <h2 className="font-semibold">Changed in connected calendars</h2>
      <ul aria-label="Changed in connected calendars" className="divide-y divide-border">
        {moves.data.map((move) => (
          <MoveRow key={`${move.calendar_id} ${move.booking_id}`} move={move} studio={studio} />
        ))}
      </ul>
    </section>
  )
}

function MoveRow({ move, studio }: { move: CalendarMove; studio: CalendarMovesProps['studio'] }) {
  const answerMove = useAnswerMove()
  const { calendar_id, booking_id, outside_starts_at, outside_ends_at, resource_name, client_name } = move
  const sessionText = [move.service_label ?? move.service_type, client_name].filter(Boolean).join(', ')
  const newTimes =
    outside_starts_at && outside_ends_at ? { starts_at: outside_starts_at, ends_at: outside_ends_at } : null
  const send = (accept: boolean) =>
    answerMove.mutate({ studio_id: studio.id, calendar_id, booking_id, outside_starts_at, outside_ends_at, accept })
  const pendingAnswer = answerMove.isPending ? answerMove.variables.accept : null
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-2">
      <p className="min-w-0">
        <span className="font-medium">{sessionText}</span>{' '}
        <span className="text-muted-foreground">
          {resource_name}, <span className="tabular-nums">{calendarTimeText(move, studio.timezone)}</span>
        </span>
        <br />
        {newTimes ? (
          <>
            Moved to <span className="tabular-nums">{calendarTimeText(newTimes, studio.timezone)}</span> in the calendar
          </>
        ) : (
          'Deleted in the calendar'
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          pending={pendingAnswer === true}
          pendingText={newTimes ? 'Moving...' : 'Cancelling...'}
          disabled={pendingAnswer !== null}
          onClick={() => send(true)}
        >
          {newTimes ? 'Move the session' : 'Cancel the session'}
        </Button>
        <Button
          size="small"
          look="secondary"
          pending={pendingAnswer === false}
          pendingText="Restoring..."
          disabled={pendingAnswer !== null}
          onClick={() => send(false)}
        >
          Restore the event
        </Button>
      </div>
    </li>
  )
}
