import { expect, test } from 'vitest'
import { visitor } from '#actor.ts'
import { canSeeAmounts } from '../policy.ts'
import { withoutAmountsInEvent } from './rules.ts'

const staff = { ...visitor, role: 'staff', user_id: 'sam', studio_id: 'a' } as const
const studio = (crew_sees_prices: boolean, id = 'a') => ({ id, crew_sees_prices })

test('crew see amounts only if their studio allows it; the desk and clients always see them', () => {
  expect(canSeeAmounts(staff, studio(false))).toBe(false)
  expect(canSeeAmounts(staff, studio(true))).toBe(true)
  expect(canSeeAmounts(staff, studio(true, 'b'))).toBe(false)
  expect(canSeeAmounts({ ...staff, at_desk: true }, studio(false))).toBe(true)
  expect(canSeeAmounts({ ...staff, role: 'studio_admin' }, studio(false))).toBe(true)
  expect(canSeeAmounts({ ...staff, role: 'client' }, studio(false))).toBe(true)
})

test('only the price is removed from an event', () => {
  const event = {
    ...({ id: '1', at: '2026-11-24T10:00:00Z', event: 'edited', by: 'studio', by_name: 'Nora' } as const),
    before: { price_minor: 8_000, currency: 'EUR', notes: null },
    after: { price_minor: 9_000, currency: 'EUR', notes: 'Loud.' },
  }
  expect(withoutAmountsInEvent(event)).toEqual({ ...event, before: { notes: null }, after: { notes: 'Loud.' } })
})
