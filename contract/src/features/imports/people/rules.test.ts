import { expect, test } from 'vitest'
import { createClientMatcher } from './rules.ts'

const ada = { id: '1', name: 'Ada Lovelace', email: 'ada@example.com', phone: '+1 555 010 0000' }
const kim = { id: '2', name: 'Kim', email: null, phone: null }
const otherKim = { id: '3', name: 'Kim', email: 'kim@example.com', phone: null }

test('a client is found by email address, by phone number, or by a name that only one client has', () => {
  const { match, newClients } = createClientMatcher([ada, kim, otherKim])
  expect(match({ name: '', email: 'ADA@example.com', phone: '' })).toEqual({ known: ada })
  expect(match({ name: 'A.', email: '', phone: '(1) 555-010-0000' })).toEqual({ known: ada })
  expect(match({ name: 'ada lovelace', email: '', phone: '' })).toEqual({ known: ada })
  expect(match({ name: 'Kim', email: '', phone: '' })).toEqual({
    problem: '2 clients are called Kim. Add a column with their email addresses.',
    field: 'client_name',
  })
  expect(newClients).toEqual([])
})

test('a person without a match is new, and is added only once', () => {
  const { match, newClients } = createClientMatcher([ada])
  const bo = match({ name: 'Bo', email: 'bo@example.com', phone: '' })
  expect(bo).toMatchObject({ fresh: { place: 0, name: 'Bo' } })
  expect(match({ name: 'Robert', email: 'bo@example.com', phone: '' })).toEqual(bo)
  expect(match({ name: 'bo', email: '', phone: '' })).toEqual(bo)
  // Two addresses mean two people, even with the same name.
  expect(match({ name: 'Ada Lovelace', email: 'other@example.com', phone: '' })).toMatchObject({ fresh: { place: 1 } })
  expect(match({ name: '', email: 'cy@example.com', phone: '' })).toMatchObject({ fresh: { name: 'cy' } })
  expect(match({ name: 'Di', email: 'not an address', phone: '' })).toEqual({
    problem: 'Invalid email address',
    field: 'client_email',
  })
  expect(newClients).toHaveLength(3)
})
