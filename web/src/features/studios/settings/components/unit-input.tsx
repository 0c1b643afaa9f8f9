import { type ComponentProps, useId } from 'react'
import type { ControlProps } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type UnitInputProps = ComponentProps<typeof Input> & { control: ControlProps; unit: 'h' | '%' }

/** A narrow field for a number, with its unit in it. */
export function UnitInput({ control, unit, ...props }: UnitInputProps) {
  const id = useId()
  return (
    <span className="relative block max-w-32">
      <Input
        {...control}
        {...props}
        aria-describedby={control['aria-describedby'] ? `${id} ${control['aria-describedby']}` : id}
        className="pr-8"
      />
      <span
        id={id}
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted-foreground"
      >
        {unit}
      </span>
    </span>
  )
}

/** A row of fields and a button. The labels are visible in the first row only, as in the head of a table. */
export const tableRowClasses =
  'grid items-start gap-3 first:*:last:mt-6.5 not-first:[&_label]:sr-only not-first:*:last:mt-1.5 sm:gap-4'
