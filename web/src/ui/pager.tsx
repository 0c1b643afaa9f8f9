import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

type PagerProps = {
  /** Which page this is, from 1. */
  page: number
  /** How many rows this page shows, and how many there are in all. */
  shown: number
  perPage: number
  total: number
  onBack: (() => void) | null
  onNext: (() => void) | null
  pending?: boolean
}

/** Goes through pages of a list: '21-40 of 57', back and on. Nothing where one page holds all. */
export function Pager({ page, shown, perPage, total, onBack, onNext, pending = false }: PagerProps) {
  const first = (page - 1) * perPage + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className="text-muted-foreground tabular-nums">
        {shown === 0 ? 'Nothing on this page' : `${first}–${first + shown - 1} of ${total}`}
      </p>
      {(onBack || onNext) && (
        <div className="flex gap-2">
          <Button look="secondary" size="small" disabled={!onBack} onClick={() => onBack?.()}>
            <ChevronLeft aria-hidden />
            Previous
          </Button>
          <Button look="secondary" size="small" disabled={!onNext} pending={pending} onClick={() => onNext?.()}>
            Next
            <ChevronRight aria-hidden />
          </Button>
        </div>
      )}
    </nav>
  )
}
