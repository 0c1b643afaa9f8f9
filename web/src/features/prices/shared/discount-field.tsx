import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type DiscountFieldProps = {
  /** The code in use; empty: none. */
  code: string
  /** Why it does not count. */
  error: string | undefined
  isChecking: boolean
  onUse: (code: string) => void
}

/** A field for a discount code, which a click opens. */
export function DiscountField({ code, error, isChecking, onUse }: DiscountFieldProps) {
  const [isOpen, setOpen] = useState(code !== '')
  const [typed, setTyped] = useState(code)
  if (!isOpen) {
    return (
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        Use a discount code
      </Button>
    )
  }
  const isUsed = code !== '' && !error && typed === code
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <Field label="Discount code" error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="characters"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter applies the code and does not send the booking.
              event.preventDefault()
              onUse(typed.trim())
            }}
          />
        )}
      </Field>
      <Button
        look="secondary"
        className="mt-6.5"
        pending={isChecking}
        pendingText="Checking..."
        onClick={() => {
          if (isUsed) setTyped('')
          onUse(isUsed ? '' : typed.trim())
        }}
      >
        {isUsed ? 'Remove' : 'Use code'}
      </Button>
    </div>
  )
}
