import { Email, name } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'

const PASSWORD_MIN = 6
const PASSWORD_MAX = 128

const email = z.string().trim().min(1, { error: 'Email is required', abort: true }).pipe(Email)

const newPassword = z
  .string()
  .min(1, { error: 'Password is required', abort: true })
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`)

/** Spec section 5. A password that exists is never measured: it was good enough when it was set. */
export const LoginForm = z.object({ email, password: z.string().min(1, 'Password is required') })

export const SignupForm = z.object({ full_name: name('Full name is required'), email, password: newPassword })

export const ForgotPasswordForm = z.object({ email })

export const RecoveryCodeForm = z.object({
  email,
  token: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Please enter the six digits from the email'),
})

export const NewPasswordForm = z
  .object({ password: newPassword, again: z.string().min(1, 'Please enter the password again') })
  .refine((form) => form.password === form.again, { path: ['again'], error: 'The passwords are not the same' })

const LONG_ENOUGH = 12
const MANY_KINDS = 3

/** A word of warning on a password that is allowed but easy to guess; null for a good one and for none. */
export function weaknessOf(password: string): string | null {
  if (password.length < PASSWORD_MIN) return null
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const isRepetitive = new Set(password).size < PASSWORD_MIN - 1
  if (!isRepetitive && (password.length >= LONG_ENOUGH || (password.length >= 9 && kinds >= MANY_KINDS))) return null
  return 'This password is easy to guess. A longer one is safer.'
}
