import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canChangeApiKey, canHaveOwnApiKeys, canManageApiKeys } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A', user_id = 'me') =>
  ({ role, studio_id, user_id }) as Actor

test('admins manage the keys of their studio, others do not', () => {
  expect(canManageApiKeys(actor('studio_admin'), 'A')).toBe(true)
  for (const other of [actor('staff'), actor('client'), actor('studio_admin', 'B'), actor('super_admin', null)])
    expect(canManageApiKeys(other, 'A')).toBe(false)
})

test('people with a role at a studio can have personal keys, and only they can change them', () => {
  for (const role of ['studio_admin', 'staff', 'client'] as const) expect(canHaveOwnApiKeys(actor(role))).toBe(true)
  for (const role of ['super_admin', 'partner', null] as const) expect(canHaveOwnApiKeys(actor(role, null))).toBe(false)
  const personalKey = { studio_id: 'A', user_id: 'me', is_personal: true }
  expect(canChangeApiKey(actor('client'), personalKey)).toBe(true)
  expect(canChangeApiKey(actor('studio_admin', 'A', 'other'), personalKey)).toBe(false)
  expect(canChangeApiKey(actor('studio_admin', 'A', 'other'), { ...personalKey, is_personal: false })).toBe(true)
})
