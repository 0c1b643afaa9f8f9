import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logLineOf(event: object): string {
  const lines: string[] = []
  createLog('info', { write: (line: string) => lines.push(line) }).error(event, 'a message')
  return lines.join('')
}

test('an event is one line of JSON with its level by name and its time', () => {
  const line = logLineOf({ request_id: 'r', text: 'two\nlines' })
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    request_id: 'r',
    text: 'two\nlines',
    msg: 'a message',
  })
})

test('secrets are removed by field name, at the top level and one level below', () => {
  const secret = 'canary'
  const line = logLineOf({
    password: secret,
    access_token: secret,
    refresh_token: secret,
    code: secret,
    authorization: secret,
  })
  expect(line).not.toContain(secret)
  expect(logLineOf({ body: { password: secret, token: secret } })).not.toContain(secret)
})

test('a database error is stored without its row', () => {
  const row = {
    detail: 'Key (email)=(someone@example.com) already exists.',
    where: 'COPY users, line 1: "someone@example.com"',
  }
  const line = logLineOf({
    err: Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email_unique', ...row }),
  })
  expect(line).not.toContain('someone@example.com')
  expect(JSON.parse(line).err).toMatchObject({
    message: 'duplicate key',
    code: '23505',
    constraint: 'users_email_unique',
  })
})
