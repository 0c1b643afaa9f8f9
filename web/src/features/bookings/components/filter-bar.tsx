import { SlidersHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { countFilters, isFiltered, noFilters } from '../model/filters.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))

/** The filters: side by side, on phones behind a button. */
export function FilterBar(props: FilterFieldsProps) {
  const { filters, onChange } = props
  const isPhone = useIsPhone()
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Filter bookings</legend>
      {isPhone ? <FilterButton {...props} /> : <FilterFields {...props} />}
      {isFiltered(filters) && (
        <Button look="quiet" onClick={() => onChange(noFilters)}>
          <X aria-hidden />
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

function FilterButton(props: FilterFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const active = countFilters(props.filters, props.without)
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        Filters
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
