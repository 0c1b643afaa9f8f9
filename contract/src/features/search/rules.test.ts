import { expect, test } from 'vitest'
import { readBookingSearches } from './rules.ts'

const services = [
  { key: 'recording', words: ['recording', 'session'] },
  { key: 'mixing', words: ['mixing', 'session'] },
]
const read = (...words: string[]) => readBookingSearches(words, services)

test('words that match no service are about the client', () => {
  expect(read('ada', 'bright')).toEqual([{ client_words: ['ada', 'bright'], services: null }])
  expect(read()).toEqual([])
})

test('words that match the beginning of a service name may be about either', () => {
  expect(read('mix')).toEqual([
    { client_words: ['mix'], services: null },
    { client_words: null, services: ['mixing'] },
  ])
  expect(read('mix', 'ada')).toEqual([
    { client_words: ['mix', 'ada'], services: null },
    { client_words: ['ada'], services: ['mixing'] },
  ])
  expect(read('session')).toContainEqual({ client_words: null, services: ['recording', 'mixing'] })
})

test('a service must match every word that is about services', () => {
  expect(read('mixing', 'session')).toContainEqual({ client_words: null, services: ['mixing'] })
  expect(read('mixing', 'recording')).toEqual([{ client_words: ['mixing', 'recording'], services: null }])
})
