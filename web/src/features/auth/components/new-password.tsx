import { PASSWORD_MIN } from '@studiohub/contract/features/auth/schema.ts'
import { useNavigate } from 'react-router'
import { usePlainForm } from '#lib/forms/plain-form.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { useSetPassword } from '../password-api.ts'
import { useAuthSettings } from '../settings-api.ts'
import { describeWeakness, newPasswordForm } from '../shared/auth-forms.ts'

/** The new password and its repetition. */
export function NewPassword({ namespace }: { namespace: string | null }) {
  const navigate = useNavigate()
  const change = useSetPassword()
  const min = useAuthSettings()?.password_min_length ?? PASSWORD_MIN
  const { props, fields, errors } = usePlainForm(newPasswordForm(min), ({ password }) =>
    change.mutate({ password }, { onSuccess: () => navigate(paths.callback({ namespace })) }),
  )
  const weakness = describeWeakness(fields.password)
  return (
    <form {...props} className="grid grid-cols-1 gap-4">
      <Field label="New password" required error={errors.password} {...(weakness && { hint: weakness })}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            placeholder={`Min. ${min} characters`}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="New password again" required error={errors.again}>
        {(control) => <PasswordInput {...control} name="again" autoComplete="new-password" />}
      </Field>
      <Button
        type="submit"
        className="max-md:min-h-11"
        pending={change.isPending || change.isSuccess}
        pendingText="Saving..."
      >
        Set new password
      </Button>
    </form>
  )
}
