import type { SavedService } from '@studiohub/contract/features/resources/services/schema.ts'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button, IconButton } from '#ui/button.tsx'
import type { ServiceFields } from '../model/service-form.ts'

/** The form of a service, as its parts receive it. */
export type ServiceFormPart = UseFormReturn<ServiceFields, unknown, SavedService>

/** Options for number fields. An empty field is NaN, which the schema rejects. */
export const NUMBER = { setValueAs: (text: unknown) => (text === '' ? Number.NaN : Number(text)) }

// Rows have no id. Their fields are read from the form by index, so the index can be the key.
export const rowKey = (index: number) => `row ${index}`

type GroupProps = { title: string; hint: string; add?: ReactNode; children: ReactNode }

/** A titled list of prices, with a button that adds a row. */
export function Group({ title, hint, add, children }: GroupProps) {
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="text-sm text-muted-foreground">{hint}</p>
        </div>
        {add}
      </div>
      {children}
    </section>
  )
}

export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button look="secondary" size="small" onClick={onClick}>
    <Plus aria-hidden />
    {children}
  </Button>
)

/** One row of a `Group`, with a button that removes it. */
export function Row({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <fieldset className="relative grid gap-4 rounded-md border border-border p-3 pr-12">
      <legend className="sr-only">{name}</legend>
      <div className="absolute top-1 right-1">
        <IconButton name={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {children}
    </fieldset>
  )
}
