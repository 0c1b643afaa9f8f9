import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { findOwnNextSession } from './own-next-session.ts'

const person = { id: 'sam', kind: 'person', name: 'Sam', user_id: 'user' }
const context = { people: [person], actor: { user_id: 'user' }, now: new Date('2026-11-24T13:00:00Z') }

const sessionOn = (day: string, isOwn = true) =>
  sampleBooking({
    id: `${day} ${isOwn ? 'own' : 'other'}`,
    starts_at: `${day}T10:00:00Z`,
    ends_at: `${day}T12:00:00Z`,
    resources: isOwn ? ([person] as never) : [],
  })

test('the next own session is the first one ahead, whatever the order', () => {
  const sessions = [
    sessionOn('2026-11-27'),
    sessionOn('2026-11-24'),
    sessionOn('2026-11-25', false),
    sessionOn('2026-11-26'),
  ]
  expect(findOwnNextSession(sessions, context)?.id).toBe('2026-11-26 own')
  expect(findOwnNextSession([sessionOn('2026-11-25', false)], context)).toBeUndefined()
})
