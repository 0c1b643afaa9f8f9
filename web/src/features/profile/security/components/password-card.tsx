import { PASSWORD_MIN } from '@studiohub/contract/features/auth/schema.ts'
import { z } from 'zod'
import { useAuthSettings } from '#features/auth/settings-api.ts'
import { describeWeakness, newPasswordForm } from '#features/auth/shared/auth-forms.ts'
import { useMe } from '#features/profile/api.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { findErrors } from '#lib/forms/plain-form.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useChangePassword } from '../api.ts'
import { PasswordOrCodeField, usePasswordOrCode } from './password-or-code-field.tsx'

// The same rules as on the page of a reset link.
const passwordSchema = (min: number) =>
  z.object({ password: z.string(), again: z.string() }).superRefine((fields, { addIssue }) => {
    for (const [name, message] of Object.entries(findErrors(newPasswordForm(min), fields))) {
      if (message) addIssue({ code: 'custom', path: [name], message })
    }
  })

/** Changes the password, or sets the first one of an account without a password. */
export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? 'A new password signs you out on all other devices.'
          : 'Your account has no password yet. It would be a second way to sign in.'
      }
    >
      <PasswordForm hasPassword={hasPassword} />
    </Card>
  )
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { user } = useMe()
  const change = useChangePassword()
  const proof = usePasswordOrCode(hasPassword)
  const min = useAuthSettings()?.password_min_length ?? PASSWORD_MIN
  const form = useSchemaForm(passwordSchema(min), { password: '', again: '' })
  const { errors, isDirty } = form.formState
  const weakness = describeWeakness(form.watch('password'))
  const send = form.handleSubmit(({ password }) => {
    if (!proof.validateInput()) return
    change.mutate(
      { password, ...proof.proofValues },
      {
        onSuccess: () => {
          form.reset()
          proof.clear()
        },
        onError: (error) => {
          const { code, message } = describeError(error)
          if (proof.showProofError(error) || !['same_password', 'weak_password'].includes(code)) return
          form.setError('password', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  })
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      {/* Password managers store the new password together with this address. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordOrCodeField proof={proof} />
      <Field label="New password" required error={errors.password?.message} {...(weakness && { hint: weakness })}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            placeholder={`Min. ${min} characters`}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="New password again" required error={errors.again?.message}>
        {(control) => <PasswordInput {...control} {...form.register('again')} autoComplete="new-password" />}
      </Field>
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        disabled={!isDirty && proof.text === ''}
        pending={change.isPending}
        pendingText="Saving..."
      >
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
