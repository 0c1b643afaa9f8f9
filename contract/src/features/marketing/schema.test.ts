import { expect, test } from 'vitest'
import { nextWebinarAt } from './rules.ts'
import { NewContactRequest, NewWebinarRegistration, webinarKeys, webinars } from './schema.ts'

const request = { name: 'Ada', email: 'Ada@Example.com', topic: 'sales', message: 'Hello' }

test('the company may be missing or empty, and is trimmed', () => {
  expect(NewContactRequest.parse(request).company).toBeUndefined()
  expect(NewContactRequest.parse({ ...request, company: '  ' }).company).toBeUndefined()
  expect(NewContactRequest.parse({ ...request, company: ' North Light ' }).company).toBe('North Light')
})

test.each([
  [{ name: '' }, 'Please enter your name'],
  [{ email: 'ada' }, 'Invalid email address'],
  [{ topic: undefined }, 'Please choose a topic'],
  [{ message: ' ' }, 'Please write a message'],
  [{ name: 'Ada\r\nBcc: everybody@example.com' }, 'Please remove the invisible characters'],
])('a contact request with %j is rejected', (changes, message) => {
  const { error } = NewContactRequest.safeParse({ ...request, ...changes })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a registration needs a listed webinar and an address', () => {
  for (const webinar of webinarKeys) {
    expect(NewWebinarRegistration.parse({ webinar, email: ' A@b.example' })).toEqual({ webinar, email: 'a@b.example' })
  }
  const { error } = NewWebinarRegistration.safeParse({ webinar: 'another', email: '' })
  expect(error?.issues.map((issue) => issue.message)).toEqual(['Please choose a webinar', 'Invalid email address'])
})

test('every webinar is listed once, and its text matches its schedule', () => {
  expect(webinars.map(({ key }) => key)).toEqual([...webinarKeys])
  const nth = ['First', 'Second', 'Third', 'Fourth']
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  for (const webinar of webinars) {
    const words = `${nth[webinar.nth - 1]} ${days[webinar.weekday - 1]} of the month, ${webinar.time} UTC`
    expect(webinar.schedule).toBe(words)
  }
})

test.each([
  // November 2026 begins on a Sunday, December on a Tuesday.
  ['2026-11-01T00:00:00Z', { nth: 1, weekday: 7 }, '2026-11-01T17:00:00.000Z'],
  ['2026-11-01T17:00:00Z', { nth: 1, weekday: 7 }, '2026-12-06T17:00:00.000Z'],
  ['2026-11-21T12:00:00Z', { nth: 1, weekday: 2 }, '2026-12-01T17:00:00.000Z'],
  ['2026-11-21T12:00:00Z', { nth: 4, weekday: 1 }, '2026-11-23T17:00:00.000Z'],
  ['2026-12-31T23:59:00Z', { nth: 3, weekday: 4 }, '2027-01-21T17:00:00.000Z'],
] as const)('after %s the webinar of %j is held at %s', (now, { nth, weekday }, at) => {
  expect(nextWebinarAt({ nth, weekday, time: '17:00' }, new Date(now)).toISOString()).toBe(at)
})
