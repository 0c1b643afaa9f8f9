import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canManageDiscounts } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A') => ({ role, studio_id }) as Actor

test('only admins of the studio manage its discount codes', () => {
  expect(canManageDiscounts(actor('studio_admin'), 'A')).toBe(true)
  for (const other of [actor('staff'), actor('client'), actor('partner'), actor(null), actor('studio_admin', 'B')])
    expect(canManageDiscounts(other, 'A')).toBe(false)
})
