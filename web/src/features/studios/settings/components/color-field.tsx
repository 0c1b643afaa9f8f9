import { parseHsl, readColor, toHex } from '@studiohub/contract/shared/colors.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type ColorFieldProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A color as text, next to the browser's color picker. Its hex value is above it, to copy into other programs. */
export function ColorField({ label, value, error, onChange }: ColorFieldProps) {
  const hsl = parseHsl(readColor(value) ?? '')
  return (
    <Field
      label={label}
      error={error}
      labelAction={hsl && <span className="text-xs text-muted-foreground tabular-nums select-all">{toHex(hsl)}</span>}
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick ${label.toLowerCase()}`}
            value={hsl ? toHex(hsl) : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="size-11 shrink-0 cursor-pointer rounded-md border border-input bg-field p-1 md:size-10"
          />
          <Input
            {...control}
            value={value}
            spellCheck={false}
            className="tabular-nums"
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
