import { usePlainForm } from '#lib/forms/plain-form.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useVerifyRecoveryCode } from '../password-api.ts'
import { recoveryCodeForm } from '../shared/auth-forms.ts'

/** A form for the email address and its code, for users who read the email on another device. */
export function RecoveryCode({ onVerified }: { onVerified: () => void }) {
  const verify = useVerifyRecoveryCode()
  const { props, errors } = usePlainForm(recoveryCodeForm, (input) => verify.mutate(input, { onSuccess: onVerified }))
  return (
    <form {...props} className="grid grid-cols-1 gap-4">
      <Field label="Email" required error={errors.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="username" />}
      </Field>
      <Field label="Six-digit code" required error={errors.token}>
        {(control) => (
          <Input
            {...control}
            name="token"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="tracking-[0.4em] tabular-nums"
          />
        )}
      </Field>
      <Button type="submit" pending={verify.isPending} pendingText="Checking...">
        Continue
      </Button>
    </form>
  )
}
