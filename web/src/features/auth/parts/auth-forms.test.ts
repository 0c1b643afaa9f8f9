import { expect, test } from 'vitest'
import type { z } from 'zod'
import { LoginForm, NewPasswordForm, RecoveryCodeForm, SignupForm, weaknessOf } from './auth-forms.ts'

const messages = (schema: z.ZodType, form: unknown) => {
  const { error } = schema.safeParse(form)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

test('signing in asks for both fields and measures no password that exists', () => {
  expect(messages(LoginForm, { email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(messages(LoginForm, { email: 'ana@example.com', password: 'x' })).toEqual({})
})

test('signing up asks for a name, an address and six characters', () => {
  expect(messages(SignupForm, { full_name: ' ', email: 'ana', password: '12345' })).toEqual({
    full_name: 'Full name is required',
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
  })
  expect(messages(SignupForm, { full_name: 'Ana', email: 'ana@example.com', password: '123456' })).toEqual({})
})

test('an address is kept in small letters, without spaces around it', () => {
  expect(LoginForm.parse({ email: ' Ana@Example.com ', password: 'x' }).email).toBe('ana@example.com')
})

test('a new password is entered twice', () => {
  expect(messages(NewPasswordForm, { password: 'abcdef', again: 'abcdeg' })).toEqual({
    again: 'The passwords are not the same',
  })
})

test.each(['12345', '1234567', 'abcdef'])('%s is no recovery code', (token) => {
  expect(messages(RecoveryCodeForm, { email: 'ana@example.com', token })).toEqual({
    token: 'Please enter the six digits from the email',
  })
})

test('a password that is easy to guess is warned about, never refused', () => {
  for (const weak of ['123456', 'password', 'aaaaaaaaaaaaaaaa']) expect(weaknessOf(weak)).toMatch(/easy to guess/)
  for (const fine of ['', '12345', 'correct horse battery', 'Tr4mline-9']) expect(weaknessOf(fine)).toBeNull()
})
