import { expect, test } from 'vitest'
import { landingOf } from './landing.ts'

const at = (rest: string) => landingOf(new URL(`https://studio.example/auth/callback${rest}`))

test('an address that says nothing says nothing', () => {
  expect(at('')).toBeNull()
  expect(at('?code=abc&next=/profile')).toBeNull()
})

test.each(['?', '#'])('an expired link is a sentence that says what to do, behind %s', (mark) => {
  const landing = at(`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`)
  expect(landing).toEqual({
    title: 'That did not work',
    description: 'This link has expired or was used already. Please ask for a new one.',
    failed: true,
  })
})

test('a code that we do not know leaves the words that came with it', () => {
  expect(at('?error=server_error&error_code=new_one&error_description=Try+later')?.description).toBe('Try later')
})

test('a provider that was refused consent is told apart from a fault', () => {
  expect(at('?error=access_denied')?.description).toBe('You have not given your consent, so nothing has changed.')
})

test('half of a change of address is a message, not a failure', () => {
  expect(at('#message=Please+confirm+the+other+address')).toEqual({
    title: 'One step done',
    description: 'Please confirm the other address',
    failed: false,
  })
})
