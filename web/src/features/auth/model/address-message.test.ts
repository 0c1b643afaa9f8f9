import { expect, test } from 'vitest'
import { readAddressMessage } from './address-message.ts'

const readAt = (suffix: string) => readAddressMessage(new URL(`https://studio.example/auth/callback${suffix}`))

test('a URL without a message shows none', () => {
  expect(readAt('')).toBeNull()
  expect(readAt('?code=abc&next=/profile')).toBeNull()
})

test.each(['?', '#'])('an expired link says what to do, in the part after %s', (mark) => {
  const message = readAt(`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`)
  expect(message).toEqual({
    title: 'That did not work',
    description: 'This link has expired or was already used. Request a new one.',
    failed: true,
  })
})

test.each([
  '?error=server_error&error_code=new_one&error_description=Call+0900+123',
  '#error_description=Call+0900+123',
  '?error=constructor&error_description=Call+0900+123',
])('text from the URL is never shown: %s', (suffix) => {
  expect(readAt(suffix)?.description).toBe('Something went wrong. Please try again.')
})

test('any message except the first confirmation of an email change shows nothing', () => {
  expect(readAt('#message=Call+0900+123')).toBeNull()
})

test('a denied consent at a provider has its own message', () => {
  expect(readAt('?error=access_denied')?.description).toBe('You did not give your consent. Nothing has changed.')
})

test('the first confirmation of an email change is a message, not a failure', () => {
  const message = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email'
  expect(readAt(`#message=${message}`)).toEqual({
    title: 'One step done',
    description: 'Please open the link in your other mailbox as well.',
    failed: false,
  })
})

test('the message for an address that Google has not verified also fits people who got no email', () => {
  const { description } = readAt('?error=access_denied&error_code=provider_email_needs_verification') ?? {}
  expect(description).toContain('If you already have an account, sign in with your password.')
})
