import { expect, test } from 'vitest'
import { cleanFields, findErrors } from '#lib/forms/plain-form.ts'
import { describeWeakness, loginForm, newPasswordForm, recoveryCodeForm, signupForm } from './auth-forms.ts'

test("signing in requires both fields and does not check the password's length", () => {
  expect(findErrors(loginForm, { email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(findErrors(loginForm, { email: 'ana@example.com', password: 'x' })).toEqual({ email: null, password: null })
})

test('signing up requires a name, an address and six characters', () => {
  expect(findErrors(signupForm(), { full_name: ' ', email: 'ana', password: '12345' })).toEqual({
    full_name: 'Full name is required',
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
  })
  expect(findErrors(signupForm(), { full_name: 'Ana', email: 'ana@example.com', password: '123456' })).toEqual({
    full_name: null,
    email: null,
    password: null,
  })
})

test('a new password must be as long as the operator requires', () => {
  const tooShort = 'Password must be at least 10 characters'
  const account = { full_name: 'Ana', email: 'ana@example.com' }
  for (const [password, error] of [
    ['only nine', tooShort],
    ['now it is ten', null],
  ] as const) {
    expect(findErrors(signupForm(10), { ...account, password }).password).toBe(error)
    expect(findErrors(newPasswordForm(10), { password, again: password }).password).toBe(error)
  }
})

test('an address with the Kelvin sign does not become another address', () => {
  expect(cleanFields(loginForm, { email: '\u212aate@example.com', password: 'x' }).email).toBe('\u212aate@example.com')
})

test('an address is stored in lower case, without spaces around it', () => {
  expect(cleanFields(loginForm, { email: ' Ana@Example.com ', password: ' x ' })).toEqual({
    email: 'ana@example.com',
    password: ' x ',
  })
})

test('a new password must be entered twice', () => {
  expect(findErrors(newPasswordForm(), { password: 'abcdef', again: 'abcdeg' })).toEqual({
    password: null,
    again: 'The passwords are not the same',
  })
})

test.each(['12345', '1234567', 'abcdef'])('%s is not a recovery code', (token) => {
  expect(findErrors(recoveryCodeForm, { email: 'ana@example.com', token })).toEqual({
    email: null,
    token: 'Enter the six digits from the email',
  })
})

test('a password that is easy to guess gets a warning but is not rejected', () => {
  for (const weak of ['123456', 'password', 'aaaaaaaaaaaaaaaa']) expect(describeWeakness(weak)).toMatch(/easy to guess/)
  for (const fine of ['', '12345', 'correct horse battery', 'Tr4mline-9']) expect(describeWeakness(fine)).toBeNull()
})
