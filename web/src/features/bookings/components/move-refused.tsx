import { CircleAlert, X } from 'lucide-react'
import { problemOf } from '../../../lib/problem.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { Moving } from '../parts/use-moving.ts'
import type { Place } from '../parts/use-place.ts'
import { serviceLabel, weekdayAndDay } from '../parts/wording.ts'

/** Why a session went back to where it was, and when it could be instead. */
export function MoveRefused({ place, moving }: { place: Place; moving: Moving }) {
  const { refusal } = moving
  if (!refusal) return null
  const { booking, error, alternatives } = refusal
  return (
    <div role="alert" className="flex items-start gap-3 rounded-md border border-cancelled bg-cancelled/10 p-3 text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-cancelled" />
      <div className="grid grow gap-2">
        <p>
          <span className="font-medium">{serviceLabel(booking, place.services)} was put back.</span>{' '}
          {problemOf(error).message}
        </p>
        {alternatives.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span>Free instead:</span>
            {alternatives.map((free) => (
              <Button
                key={`${free.booking_date} ${free.start_time}`}
                look="secondary"
                size="small"
                className="tabular-nums"
                onClick={() => moving.take(refusal, free)}
              >
                {weekdayAndDay(free.booking_date)}, {free.start_time}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton name="Dismiss" onClick={moving.forget} className="-my-1.5 -mr-1.5">
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
