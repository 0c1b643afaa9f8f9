import { useNavigate } from 'react-router'
import { useFormOf } from '../../../lib/form.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useSetPassword } from '../api.ts'
import { NewPasswordForm, weaknessOf } from '../parts/auth-forms.ts'

/** The new password, twice. */
export function NewPassword({ namespace }: { namespace: string | null }) {
  const navigate = useNavigate()
  const change = useSetPassword()
  const form = useFormOf(NewPasswordForm, { password: '', again: '' })
  const { errors } = form.formState
  const weakness = weaknessOf(form.watch('password'))
  const submit = form.handleSubmit(({ password }) =>
    change.mutate({ password }, { onSuccess: () => navigate(paths.callback({ namespace })) }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="New password" required error={errors.password?.message} {...(weakness && { hint: weakness })}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            placeholder="Min. 6 characters"
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="New password again" required error={errors.again?.message}>
        {(control) => <PasswordInput {...control} {...form.register('again')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" pending={change.isPending || change.isSuccess} pendingText="Saving...">
        Set new password
      </Button>
    </form>
  )
}
