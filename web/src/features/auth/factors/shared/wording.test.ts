import { expect, test } from 'vitest'
import { describeFactorError, describeRecoveryError, getFactorName, groupCode, maskPhone } from './wording.ts'

const errorWith = (code: string) => Object.assign(new Error('as the server says it'), { code })
const errorNamed = (name: string) => Object.assign(new Error('as the browser says it'), { name })

test('a factor is shown with its own name, or else with the name of its kind', () => {
  expect(getFactorName({ factor_type: 'totp', friendly_name: 'Work phone', phone: null })).toBe('Work phone')
  expect(getFactorName({ factor_type: 'totp', friendly_name: null, phone: null })).toBe('Authenticator app')
  expect(getFactorName({ factor_type: 'webauthn', friendly_name: '', phone: null })).toBe('Security key')
  expect(getFactorName({ factor_type: 'phone', friendly_name: null, phone: '+436641234567' })).toBe(
    'Text message to •••567',
  )
})

test('only the end of a phone number is shown', () => {
  expect(maskPhone('+436641234567')).not.toContain('664')
})

test("a known error says what to do, an unknown error shows the server's text", () => {
  expect(describeFactorError(errorWith('mfa_verification_failed'))).toBe(
    'That code is not right. Please enter the one that is shown now.',
  )
  expect(describeFactorError(errorWith('something_else'))).toBe('as the server says it')
})

test('a recovery code is shown in groups, and a rejected code has its own message', () => {
  expect(groupCode('k4m9x7qp2ab8ht3z')).toBe('k4m9-x7qp-2ab8-ht3z')
  expect(describeRecoveryError(errorWith('mfa_verification_failed'))).toContain('already used')
  expect(describeRecoveryError(errorWith('mfa_recovery_codes_locked'))).toContain('wait')
})

test('a cancelled key and a registered device have their own messages', () => {
  expect(describeFactorError(errorNamed('NotAllowedError'))).toBe('No key was used. Try again, or choose another way.')
  expect(describeFactorError(errorNamed('InvalidStateError'))).toBe(
    'This device is already registered for your account.',
  )
})
