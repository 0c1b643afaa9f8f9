import { useEffect, useRef } from 'react'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useConfirmRecoveryCode } from '../api.ts'
import { describeRecoveryError } from '../shared/wording.ts'

const LENGTH = 16
// Groups may be separated by spaces or hyphens.
const INPUT_MAX = 40
const codeForm = {
  code: {
    clean: (typed: string) => typed.replaceAll(/[\s-]/g, ''),
    validate: (code: string) => (code.length === LENGTH ? null : `Please enter all ${LENGTH} letters and digits`),
  },
}

/** Confirms with a recovery code instead of a factor. */
export function RecoveryCodeEntry({ onConfirmed }: { onConfirmed: () => void }) {
  const confirm = useConfirmRecoveryCode()
  const { props, errors } = usePlainForm(codeForm, ({ code }) =>
    confirm.mutate({ code }, { onSuccess: () => onConfirmed() }),
  )
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const error = errors.code ?? (confirm.error ? describeRecoveryError(confirm.error) : undefined)
  return (
    <form {...props} className="grid grid-cols-1 gap-4">
      <Field label="Recovery code" required error={error} hint="One of your saved codes. Each works once.">
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={INPUT_MAX}
            className="font-mono"
          />
        )}
      </Field>
      <p role="status" className="sr-only">
        {error}
      </p>
      <Button type="submit" pending={confirm.isPending} pendingText="Checking...">
        Confirm
      </Button>
    </form>
  )
}
