import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { type SignupForm, weaknessOf } from '../parts/auth-forms.ts'

type Form = UseFormReturn<z.input<typeof SignupForm>, unknown, z.output<typeof SignupForm>>

export function SignupFields({ form, pending }: { form: Form; pending: boolean }) {
  const { errors } = form.formState
  const weakness = weaknessOf(form.watch('password'))
  return (
    <>
      <Field label="Full name" required error={errors.full_name?.message}>
        {(control) => <Input {...control} {...form.register('full_name')} autoComplete="name" />}
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="username" />}
      </Field>
      <Field label="Password" required error={errors.password?.message} {...(weakness && { hint: weakness })}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            placeholder="Min. 6 characters"
            autoComplete="new-password"
          />
        )}
      </Field>
      <Button type="submit" pending={pending} pendingText="Creating account...">
        Sign up
      </Button>
    </>
  )
}
