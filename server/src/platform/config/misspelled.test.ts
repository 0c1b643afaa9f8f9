import { expect, test } from 'vitest'
import { knownVariables } from './config.ts'
import { editDistance, findMisspelled, misspelledSentence } from './misspelled.ts'

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PORTS', 'PORT'],
  ['SECERT_KEY', 'SECRET_KEY'],
])('%s is corrected to %s', (name, suggestion) => {
  expect(findMisspelled([name], knownVariables)).toEqual([{ name, suggestion }])
  expect(misspelledSentence({ name, suggestion })).toContain(`Did you mean ${suggestion}?`)
})

test('the usual variables of a system, and ours, are not misspelled', () => {
  const systemVariables = [
    'HOME',
    'PATH',
    'PWD',
    'TERM',
    'USER',
    'SHELL',
    'LANG',
    'TZ',
    'NODE_ENV',
    'HOSTNAME',
    'LOGNAME',
    'MAIL',
  ]
  expect(findMisspelled([...systemVariables, ...knownVariables], knownVariables)).toEqual([])
})

test('the distance counts changes, insertions, deletions and swaps of neighbors', () => {
  expect(editDistance('SMTP', 'SMTP')).toBe(0)
  expect(editDistance('SMPT', 'SMTP')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
  expect(editDistance('kitten', 'sitting')).toBe(3)
})
