import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canExportStudio } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A') => ({ role, studio_id, user_id: 'me' }) as Actor

test('admins export their studio, others do not', () => {
  expect(canExportStudio(actor('studio_admin'), 'A')).toBe(true)
  for (const other of [actor('staff'), actor('client'), actor('studio_admin', 'B'), actor('super_admin', null)])
    expect(canExportStudio(other, 'A')).toBe(false)
})
