import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canAcceptTerms, canManageTerms, canReadTerms } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A', client_id: string | null = null) =>
  ({ role, studio_id, client_id }) as Actor

test('only admins of the studio write its terms', () => {
  expect(canManageTerms(actor('studio_admin'), 'A')).toBe(true)
  for (const other of [actor('staff'), actor('client'), actor('partner'), actor(null), actor('studio_admin', 'B')])
    expect(canManageTerms(other, 'A')).toBe(false)
})

test('clients of the studio read its terms', () => {
  expect(canReadTerms(actor('client'), 'A')).toBe(true)
  for (const other of [actor('client', 'B'), actor('partner', null), actor(null, null)])
    expect(canReadTerms(other, 'A')).toBe(false)
})

test('only the client of a booking accepts its terms', () => {
  const booking = { studio_id: 'A', client_id: 'me' }
  expect(canAcceptTerms(actor('client', 'A', 'me'), booking)).toBe(true)
  for (const other of [actor('client', 'A', 'other'), actor('studio_admin'), actor('client', 'B', 'me')])
    expect(canAcceptTerms(other, booking)).toBe(false)
})
