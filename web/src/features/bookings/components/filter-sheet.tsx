import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { isFiltered, noFilters } from '../model/filters.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

export type FilterSheetProps = FilterFieldsProps & {
  /** More switches below the filters. */
  children?: ReactNode
  onClose: () => void
}

/** The filters, one below the other; each change applies immediately and is stored in the URL. */
export function FilterSheet({ children, onClose, ...props }: FilterSheetProps) {
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title="Filters"
      footer={
        <div className="flex gap-2">
          <Button className="grow" onClick={onClose}>
            Show bookings
          </Button>
          {isFiltered(props.filters) && (
            <Button look="secondary" onClick={() => props.onChange(noFilters)}>
              Clear filters
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-3">
        <FilterFields {...props} />
        {children}
      </div>
    </SideSheet>
  )
}
