import { parseHsl, readColor, toHex } from '@studiohub/contract/shared/colors.ts'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toShownColor } from '../model/branding-form.ts'

type ColorFieldProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A color as hex text, next to the browser's color picker. While it is typed it stays as typed: hex or HSL. */
export function ColorField({ label, value, error, onChange }: ColorFieldProps) {
  const hsl = parseHsl(readColor(value) ?? '')
  const [isTyping, setIsTyping] = useState(false)
  return (
    <Field label={label} error={error}>
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
            value={isTyping ? value : toShownColor(value)}
            spellCheck={false}
            className="tabular-nums"
            onChange={(event) => {
              setIsTyping(true)
              onChange(event.target.value)
            }}
            onBlur={() => setIsTyping(false)}
          />
        </div>
      )}
    </Field>
  )
}
