import { Button } from '#ui/button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

/** The filters on phones, one below the other; each change applies immediately and is stored in the URL. */
export function FilterSheet({ onClose, ...props }: FilterFieldsProps & { onClose: () => void }) {
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title="Filters"
      footer={
        <Button className="w-full" onClick={onClose}>
          Show bookings
        </Button>
      }
    >
      <div className="grid gap-3">
        <FilterFields {...props} />
      </div>
    </SideSheet>
  )
}
