import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

type DiscountFieldProps = {
  /** The applied code; empty if there is none. */
  code: string
  /** Why the code gives no discount. */
  error: string | undefined
  isChecking: boolean
  onUse: (code: string) => void
}

/** A field for a discount code, which a click opens. */
export function DiscountField({ code, error, isChecking, onUse }: DiscountFieldProps) {
  const [isOpen, setOpen] = useState(code !== '')
  const [typedCode, setTypedCode] = useState(code)
  if (!isOpen) {
    return (
      <Button look="quiet" size="small" className="-ml-3 justify-self-start" onClick={() => setOpen(true)}>
        Use a discount code
      </Button>
    )
  }
  const isUsed = code !== '' && !error && typedCode === code
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <Field label="Discount code" error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="characters"
            value={typedCode}
            onChange={({ target }) => setTypedCode(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter applies the code and does not send the booking.
              event.preventDefault()
              onUse(typedCode.trim())
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
          if (isUsed) setTypedCode('')
          onUse(isUsed ? '' : typedCode.trim())
        }}
      >
        {isUsed ? 'Remove' : 'Use code'}
      </Button>
    </div>
  )
}
