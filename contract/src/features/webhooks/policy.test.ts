import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { canManageWebhooks } from './policy.ts'

const actor = (role: Actor['role'], studio_id: string | null = 'A') => ({ role, studio_id }) as Actor

test('only admins of the studio manage its webhooks', () => {
  expect(canManageWebhooks(actor('studio_admin'), 'A')).toBe(true)
  const others = [actor('staff'), actor('client'), actor('partner'), actor('super_admin', null), actor(null)]
  for (const other of [...others, actor('studio_admin', 'B')]) expect(canManageWebhooks(other, 'A')).toBe(false)
})
