import { expect, test } from 'vitest'
import { type Actor, visitor } from '../../actor.ts'
import { canConnectCalendar } from './policy.ts'

const actor = (given: Partial<Actor>): Actor => ({ ...visitor, user_id: 'me', studio_id: 'here', ...given })
const crew = actor({ role: 'staff' })
const desk = actor({ role: 'staff', at_desk: true })
const admin = actor({ role: 'studio_admin' })
const at = (kind: 'room' | 'person' | 'equipment', user_id: string | null = null) => ({
  studio_id: 'here',
  kind,
  user_id,
})

test('people connect their own calendars, and nobody those of another person', () => {
  for (const one of [crew, desk, admin]) expect(canConnectCalendar(one, at('person', 'me'))).toBe(true)
  for (const one of [crew, desk, admin]) expect(canConnectCalendar(one, at('person', 'other'))).toBe(false)
})

test('the desk connects calendars of rooms and of people without an account', () => {
  for (const one of [at('room'), at('person')]) {
    expect([crew, desk, admin].map((someone) => canConnectCalendar(someone, one))).toEqual([false, true, true])
  }
  expect(canConnectCalendar(admin, at('equipment'))).toBe(false)
})

test('clients, operators and other studios connect none', () => {
  const others = [actor({ role: 'client' }), actor({ role: 'super_admin', studio_id: null }), visitor]
  const elsewhere = actor({ role: 'studio_admin', studio_id: 'there' })
  for (const one of [...others, elsewhere]) {
    expect(canConnectCalendar(one, at('room'))).toBe(false)
    expect(canConnectCalendar(one, at('person', 'me'))).toBe(false)
  }
})
