import { PASSWORD_MIN } from '@studiohub/contract/features/auth/schema.ts'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { describeWeakness, type signupForm } from '../shared/auth-forms.ts'

type SignupFieldsProps = {
  errors: Record<keyof ReturnType<typeof signupForm>, string | undefined>
  /** The current input, for the weakness warning. */
  password: string
  /** Minimum length. */
  min?: number | undefined
  pending: boolean
  captcha: ReactNode
  /** Name and email from an invitation: the name can be edited, the email cannot. */
  invited?: { full_name: string; email: string }
}

export function SignupFields({ errors, password, min = PASSWORD_MIN, pending, captcha, invited }: SignupFieldsProps) {
  const weakness = describeWeakness(password)
  return (
    <>
      <Field label="Full name" required error={errors.full_name}>
        {(control) => <Input {...control} name="full_name" autoComplete="name" defaultValue={invited?.full_name} />}
      </Field>
      <Field label="Email" required error={errors.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={invited?.email}
            readOnly={invited !== undefined}
          />
        )}
      </Field>
      <Field label="Password" required error={errors.password} {...(weakness && { hint: weakness })}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            placeholder={`Min. ${min} characters`}
            autoComplete="new-password"
          />
        )}
      </Field>
      {captcha}
      <Button type="submit" className="max-md:min-h-11" pending={pending} pendingText="Creating account...">
        Sign up
      </Button>
    </>
  )
}
