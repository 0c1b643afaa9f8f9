import { expect, test } from 'vitest'
import { getOperatorPath, getStudioPath, subjectText } from './subjects.ts'

const id = '7f3f1f6e-2f0a-4a4e-9f0e-000000000001'
const bare = { id, name: null, email: null, booking_date: null, start_time: null }
const at = '2026-11-20T10:00:00.000Z'
const session = { ...bare, kind: 'booking' as const, name: 'Cleo', booking_date: '2026-11-23', start_time: '14:00' }

test('a session has the name of its client and its time, a block and a session without a client say so', () => {
  expect(subjectText(session, at)).toBe('Cleo, Mon, Nov 23, 14:00')
  expect(subjectText(session, '2025-12-30T10:00:00.000Z')).toBe('Cleo, Mon, Nov 23, 2026, 14:00')
  expect(subjectText({ ...session, name: null }, at)).toBe('Internal session, Mon, Nov 23, 14:00')
  expect(subjectText({ ...session, kind: 'block', name: null }, at)).toBe('Blocked time, Mon, Nov 23, 14:00')
})

test('an account has its name and, for operators, its address', () => {
  expect(subjectText({ ...bare, kind: 'person', name: 'Sam' }, at)).toBe('Sam')
  expect(subjectText({ ...bare, kind: 'person', name: 'Sam', email: 'sam@example.com' }, at)).toBe(
    'Sam, sam@example.com',
  )
  expect(subjectText({ ...bare, kind: 'person', email: 'sam@example.com' }, at)).toBe('sam@example.com')
  expect(subjectText({ ...bare, kind: 'client' }, at)).toBe('No name')
})

test('people of a studio open its pages, operators only accounts', () => {
  expect(getStudioPath(session)).toBe(`/studio/bookings?booking=${id}`)
  expect(getStudioPath({ ...bare, kind: 'card', name: 'Mix' })).toBe(`/studio/board?card=${id}`)
  expect(getStudioPath({ ...bare, kind: 'person', name: 'Sam' })).toBeNull()
  expect(getOperatorPath(session)).toBeNull()
  expect(getOperatorPath({ ...bare, kind: 'person', email: 'sam@example.com' })).toBe(
    '/super-admin/users?search=sam%40example.com',
  )
})
