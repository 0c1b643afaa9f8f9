import type { Actor } from '@studiohub/contract/actor.ts'
import { canAnswerCalendarMoves } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type { CalendarMove } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { Button } from '#ui/button.tsx'
import { useAnswerMove, useCalendarMoves } from '../api.ts'
import { calendarTimeText } from './calendar-time-text.ts'

type CalendarMovesProps = { actor: Actor; studio: { id: string; timezone: string } }

/** Sessions that were moved or deleted in a connected calendar: the desk accepts that or puts them back. Nothing if there are none. */
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
  const answer = useAnswerMove()
  const { calendar_id, booking_id, outside_starts_at, outside_ends_at, resource_name, client_name } = move
  const what = [move.service_label ?? move.service_type, client_name].filter(Boolean).join(', ')
  const outside =
    outside_starts_at && outside_ends_at ? { starts_at: outside_starts_at, ends_at: outside_ends_at } : null
  const send = (accept: boolean) =>
    answer.mutate({ studio_id: studio.id, calendar_id, booking_id, outside_starts_at, outside_ends_at, accept })
  const sending = answer.isPending ? answer.variables.accept : null
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-2">
      <p className="min-w-0">
        <span className="font-medium">{what}</span>{' '}
        <span className="text-muted-foreground">
          {resource_name}, <span className="tabular-nums">{calendarTimeText(move, studio.timezone)}</span>
        </span>
        <br />
        {outside ? (
          <>
            Moved to <span className="tabular-nums">{calendarTimeText(outside, studio.timezone)}</span> in the calendar
          </>
        ) : (
          'Deleted in the calendar'
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          pending={sending === true}
          pendingText={outside ? 'Moving...' : 'Cancelling...'}
          disabled={sending !== null}
          onClick={() => send(true)}
        >
          {outside ? 'Move the session' : 'Cancel the session'}
        </Button>
        <Button
          size="small"
          look="secondary"
          pending={sending === false}
          pendingText="Putting back..."
          disabled={sending !== null}
          onClick={() => send(false)}
        >
          Put back
        </Button>
      </div>
    </li>
  )
}
