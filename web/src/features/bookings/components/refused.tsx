import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Problem } from '../../../lib/problem.ts'
import { Button } from '../../../ui/button.tsx'

type RefusedProps = {
  problem: Problem
  /** Starts on the same day at which it would fit, `HH:mm`. */
  freeStarts: readonly string[]
  onPick: (start: string) => void
}

/** Why the server said no, and what would be possible instead; what belongs to a field is said there. */
export function Refused({ problem, freeStarts, onPick }: RefusedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (Object.keys(problem.fields).length > 0) return null
  return (
    <div ref={box} role="alert" className="grid gap-3 rounded-md border border-cancelled bg-cancelled/10 p-3 text-sm">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-cancelled" />
        {problem.message}
      </p>
      {freeStarts.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span>Free on that day from</span>
          {freeStarts.map((start) => (
            <Button key={start} look="secondary" size="small" className="tabular-nums" onClick={() => onPick(start)}>
              {start}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
