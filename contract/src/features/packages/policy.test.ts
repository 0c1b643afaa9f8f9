import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canManagePackages, canSeeSoldPackages } from './policy.ts'

const actor = (role: Actor['role'], overrides: Partial<Actor> = {}) => ({ role, studio_id: 'A', ...overrides }) as Actor

test('only admins of the studio manage and sell packages', () => {
  expect(canManagePackages(actor('studio_admin'), 'A')).toBe(true)
  for (const other of [actor('staff'), actor('client'), actor('studio_admin', { studio_id: 'B' }), actor(null)])
    expect(canManagePackages(other, 'A')).toBe(false)
})

test('clients see their own packages, the desk those of all', () => {
  const ann = actor('client', { client_id: 'ann' })
  expect(canSeeSoldPackages(ann, 'A', 'ann')).toBe(true)
  expect(canSeeSoldPackages(actor('studio_admin'), 'A', 'ann')).toBe(true)
  for (const other of [actor('client', { client_id: 'bob' }), actor('staff'), { ...ann, studio_id: 'B' }])
    expect(canSeeSoldPackages(other, 'A', 'ann')).toBe(false)
})
