import { useEffect, useRef } from 'react'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

const codeForm = {
  code: {
    clean: (typed: string) => typed.replaceAll(/\s/g, ''),
    validate: (code: string) => (/^\d{6}$/.test(code) ? null : 'Please enter the six digits'),
  },
}

type CodeEntryProps = {
  label: string
  hint?: string
  /** The server's error for the last code. */
  serverError: string | null
  pending: boolean
  submit: string
  onCode: (code: string) => void
}

/** Input for a six-digit code. */
export function CodeEntry({ label, hint, serverError, pending, submit, onCode }: CodeEntryProps) {
  const { props, errors } = usePlainForm(codeForm, ({ code }) => onCode(code))
  const input = useRef<HTMLInputElement>(null)
  // The field appears on request and is the only one, so it gets the focus.
  useEffect(() => input.current?.focus(), [])
  const error = errors.code ?? serverError ?? undefined
  return (
    <form {...props} className="grid grid-cols-1 gap-4">
      <Field label={label} required error={error} {...(hint && { hint })}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            // Six digits, plus the space that apps show in the middle.
            maxLength={7}
            className="tracking-[0.4em] tabular-nums"
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {error}
      </p>
      <Button type="submit" pending={pending} pendingText="Checking...">
        {submit}
      </Button>
    </form>
  )
}
