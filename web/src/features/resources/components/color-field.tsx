import { Check } from 'lucide-react'
import { palette, readableTextColor } from '../model/color.ts'

type ColorFieldProps = { value: string | null; onChange: (color: string | null) => void }

/** A color of the palette or none: radio buttons with accessible names. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  const isInPalette = palette.some(({ color }) => color === value)
  const choices = [...palette, ...(value && !isInPalette ? [{ name: 'Custom color', color: value }] : [])]
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Color</legend>
      <div className="flex flex-wrap gap-2">
        {[{ name: 'No color', color: null }, ...choices].map(({ name, color }) => (
          <label
            key={name}
            title={name}
            className="relative grid size-9 cursor-pointer place-items-center rounded-full border border-input has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            style={color ? { backgroundColor: color, color: readableTextColor(color) } : undefined}
          >
            <input
              type="radio"
              name="color"
              aria-label={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === color}
              onChange={() => onChange(color)}
            />
            {value === color && <Check aria-hidden className="size-4" />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
