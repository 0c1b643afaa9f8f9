import { Button } from '#ui/button.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

/** The filters on a phone, below each other; each is in force, and in the address, at once. */
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
