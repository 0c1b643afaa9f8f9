import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { countFilters } from '../model/filters.ts'
import type { FilterSheetProps } from './filter-sheet.tsx'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** A button with the number of active filters, which opens them in a sheet. */
export function FilterButton(props: Omit<FilterSheetProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  const active = countFilters(props.filters, props.without)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-sm:min-w-11 max-sm:px-3"
      >
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">Filters</span>
        {active > 0 && (
          <span className="rounded-full bg-primary px-2 text-xs text-on-primary tabular-nums">
            {active}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={<LoadingOverlay>Opening the filters...</LoadingOverlay>}>
          <FilterSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
