import { PASSWORD_MAX, PASSWORD_MIN } from '@studiohub/contract/features/auth/schema.ts'
import { EMAIL_MAX, emailPattern, NAME_MAX, nameRules } from '@studiohub/contract/shared/text-rules.ts'
import type { Rule } from '#lib/forms/plain-form.ts'

const required = (sentence: string): Rule => ({ validate: (text) => (text === '' ? sentence : null) })

const email: Rule = {
  // Only valid addresses are lowercased, because the Kelvin sign (U+212A) would become the letter k.
  clean: (text) => (emailPattern.test(text.trim()) ? text.trim().toLowerCase() : text.trim()),
  validate(text) {
    if (text === '') return 'Email is required'
    return text.length <= EMAIL_MAX && emailPattern.test(text) ? null : 'Invalid email address'
  },
}

const fullName: Rule = {
  clean: (text) => text.trim().normalize('NFC'),
  validate: (text) =>
    text === ''
      ? 'Full name is required'
      : (nameRules(NAME_MAX).find(({ isValid }) => !isValid(text))?.message ?? null),
}

const newPassword = (min: number): Rule => ({
  validate(text) {
    if (text === '') return 'Password is required'
    if (text.length < min) return `Password must be at least ${min} characters`
    return text.length > PASSWORD_MAX ? `Password must be at most ${PASSWORD_MAX} characters` : null
  },
})

const token: Rule = {
  clean: (text) => text.trim(),
  validate: (text) => (/^\d{6}$/.test(text) ? null : 'Enter the six digits from the email'),
}

const passwordAgain: Rule = {
  validate(text, { password }) {
    if (text === '') return 'Enter the password again'
    return text === password ? null : 'The passwords are not the same'
  },
}

/** Spec section 5. Login does not check the length of existing passwords. */
export const loginForm = { email, password: required('Password is required') }
export const signupForm = (min = PASSWORD_MIN) => ({ full_name: fullName, email, password: newPassword(min) })
export const forgotPasswordForm = { email }
export const recoveryCodeForm = { email, token }
export const newPasswordForm = (min = PASSWORD_MIN) => ({ password: newPassword(min), again: passwordAgain })

const SAFE_LENGTH = 12
const SAFE_KINDS = 3

/** A warning for weak but allowed passwords, or null. */
export function describeWeakness(password: string): string | null {
  if (password.length < PASSWORD_MIN) return null
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const isRepetitive = new Set(password).size < PASSWORD_MIN - 1
  if (!isRepetitive && (password.length >= SAFE_LENGTH || (password.length >= 9 && kinds >= SAFE_KINDS))) return null
  return 'This password is easy to guess. A longer one is safer.'
}
