import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { createErrorFromBody, describeError } from './describe-error.ts'

test('an API error has its code, its message and the message of each field', () => {
  const error = new ORPCError('VALIDATION_FAILED', {
    status: 422,
    message: 'Please check the marked fields.',
    data: { fields: { studio_name: 'Too long', other: 3 } },
  })
  expect(describeError(error)).toEqual({
    code: 'VALIDATION_FAILED',
    message: 'Please check the marked fields.',
    fields: { studio_name: 'Too long' },
  })
})

test('an error body read without the API client gives the same error, and an unknown body a lost connection', () => {
  const fields = { phone: 'Too long' }
  const body = { code: 'VALIDATION_FAILED', message: 'Please check the marked fields.', fields }
  expect(describeError(createErrorFromBody(body))).toEqual(body)
  for (const unknownBody of [null, '<html>', { message: 'Bad gateway' }])
    expect(describeError(createErrorFromBody(unknownBody))).toMatchObject({ code: 'UNREACHABLE' })
})

test('the error for a lost connection says what to do, whether the browser or the auth client detects it', () => {
  const fromClient = Object.assign(new Error('{}'), { status: 0 })
  for (const error of [new TypeError('Failed to fetch'), fromClient]) {
    expect(describeError(error)).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/could not reach/),
    })
  }
})

test('messages of the authentication service are shown', () => {
  const error = Object.assign(new Error('Invalid login credentials'), { status: 400, code: 'invalid_credentials' })
  expect(describeError(error)).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' })
})
