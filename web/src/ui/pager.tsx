import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

type PagerProps = {
  /** The number of this page, from 1. */
  page: number
  /** Number of rows on this page. `total` counts all pages. */
  rowCount: number
  perPage: number
  total: number
  onBack: (() => void) | null
  onNext: (() => void) | null
  pending?: boolean
}

/**
 * Pagination with '21–40 of 57', Previous and Next. The buttons are hidden if one page has all rows, and the numbers if there
 * is one row.
 */
export function Pager({ page, rowCount, perPage, total, onBack, onNext, pending = false }: PagerProps) {
  const first = (page - 1) * perPage + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="status" className={cx('text-muted-foreground tabular-nums', total === 1 && 'sr-only')}>
        {rowCount === 0 ? 'Nothing on this page' : `${first}–${first + rowCount - 1} of ${total}`}
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
