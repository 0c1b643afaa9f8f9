import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const session = {
  id: '7d0f',
  version: 2,
  starts_at: '2026-11-30T13:00:00.000Z',
  ends_at: '2026-11-30T15:00:00.000Z',
  updated_at: '2026-11-23T09:30:00.000Z',
  status: 'pending',
} as const

test('a calendar file contains the session with its location, in UTC', () => {
  const file = calendarFile(session, {
    title: 'Mixing, Northlight',
    location: 'Kanalstraat 12; 2nd floor',
    url: 'https://x.example/b',
  })
  expect(file).toContain('DTSTART:20261130T130000Z\r\nDTEND:20261130T150000Z\r\n')
  expect(file).toContain(String.raw`SUMMARY:Mixing\, Northlight`)
  expect(file).toContain(String.raw`LOCATION:Kanalstraat 12\; 2nd floor`)
  expect(file).toContain('STATUS:TENTATIVE')
  expect(file).toContain('UID:7d0f@x.example')
})

test('a session without a location has no LOCATION line', () => {
  const file = calendarFile(
    { ...session, status: 'confirmed' },
    { title: 'Mixing', location: null, url: 'https://x.example' },
  )
  expect(file).not.toContain('LOCATION')
  expect(file).toContain('STATUS:CONFIRMED')
})
