import { expect, test } from 'vitest'
import { readAddressMessage } from './address-message.ts'

const at = (rest: string) => readAddressMessage(new URL(`https://studio.example/auth/callback${rest}`))

test('an address without a message shows none', () => {
  expect(at('')).toBeNull()
  expect(at('?code=abc&next=/profile')).toBeNull()
})

test.each(['?', '#'])('an expired link says what to do, behind %s', (mark) => {
  const landing = at(`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`)
  expect(landing).toEqual({
    title: 'That did not work',
    description: 'This link has expired or was used already. Request a new one.',
    failed: true,
  })
})

test.each([
  '?error=server_error&error_code=new_one&error_description=Call+0900+123',
  '#error_description=Call+0900+123',
  '?error=constructor&error_description=Call+0900+123',
])('text of an address is never shown: %s', (rest) => {
  expect(at(rest)?.description).toBe('Something went wrong. Please try again.')
})

test('a message other than that of half a change shows nothing', () => {
  expect(at('#message=Call+0900+123')).toBeNull()
})

test('a denied consent at a provider is different from a failure', () => {
  expect(at('?error=access_denied')?.description).toBe('You did not give your consent. Nothing has changed.')
})

test('half of a change of address is a message, not a failure', () => {
  const message = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email'
  expect(at(`#message=${message}`)).toEqual({
    title: 'One step done',
    description: 'Please open the link in your other mailbox as well.',
    failed: false,
  })
})

test('for an address that Google has not verified, no email is mentioned that was not sent (F9)', () => {
  const { description } = at('?error=access_denied&error_code=provider_email_needs_verification') ?? {}
  expect(description).toContain('If you already have an account, sign in with your password.')
})
