import { expect, test } from 'vitest'
import { type Actor, visitor } from '../../actor.ts'
import { canConnectCalendar } from './policy.ts'

const actor = (overrides: Partial<Actor>): Actor => ({ ...visitor, user_id: 'me', studio_id: 'here', ...overrides })
const crew = actor({ role: 'staff' })
const desk = actor({ role: 'staff', at_desk: true })
const admin = actor({ role: 'studio_admin' })
const aResource = (kind: 'room' | 'person' | 'equipment', user_id: string | null = null) => ({
  studio_id: 'here',
  kind,
  user_id,
})

test('people can connect their own calendars, but not those of another person', () => {
  for (const person of [crew, desk, admin]) expect(canConnectCalendar(person, aResource('person', 'me'))).toBe(true)
  for (const person of [crew, desk, admin]) expect(canConnectCalendar(person, aResource('person', 'other'))).toBe(false)
})

test('the desk connects calendars of rooms and of people without an account', () => {
  for (const resource of [aResource('room'), aResource('person')]) {
    expect([crew, desk, admin].map((person) => canConnectCalendar(person, resource))).toEqual([false, true, true])
  }
  expect(canConnectCalendar(admin, aResource('equipment'))).toBe(false)
})

test('clients, operators and admins of other studios cannot connect calendars', () => {
  const others = [actor({ role: 'client' }), actor({ role: 'super_admin', studio_id: null }), visitor]
  const elsewhere = actor({ role: 'studio_admin', studio_id: 'there' })
  for (const person of [...others, elsewhere]) {
    expect(canConnectCalendar(person, aResource('room'))).toBe(false)
    expect(canConnectCalendar(person, aResource('person', 'me'))).toBe(false)
  }
})
