import { expect, test } from 'vitest'
import { readAddressMessage } from './address-message.ts'

const at = (rest: string) => readAddressMessage(new URL(`https://studio.example/auth/callback${rest}`))

test('an address that says nothing says nothing', () => {
  expect(at('')).toBeNull()
  expect(at('?code=abc&next=/profile')).toBeNull()
})

test.each(['?', '#'])('an expired link is a sentence that says what to do, behind %s', (mark) => {
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
])('words of an address are never repeated: %s', (rest) => {
  expect(at(rest)?.description).toBe('Something went wrong. Please try again.')
})

test('a message that is not the one of half a change says nothing', () => {
  expect(at('#message=Call+0900+123')).toBeNull()
})

test('a provider that was refused consent is told apart from a fault', () => {
  expect(at('?error=access_denied')?.description).toBe('You did not give your consent. Nothing has changed.')
})

test('half of a change of address is a message, not a failure', () => {
  const said = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email'
  expect(at(`#message=${said}`)).toEqual({
    title: 'One step done',
    description: 'Please open the link in your other mailbox as well.',
    failed: false,
  })
})

test('an address that Google has not verified: nobody is told of a mail that was not sent (F9)', () => {
  const { description } = at('?error=access_denied&error_code=provider_email_needs_verification') ?? {}
  expect(description).toContain('If you have an account, sign in with your password: we have not sent an email.')
})
