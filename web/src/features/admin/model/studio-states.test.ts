import { expect, test } from 'vitest'
import { getStudioStatus } from './studio-states.ts'

const studio = { is_active: true, suspended_at: null, opened_at: null, tier: 'starter', plan_status: 'active' } as const

test('a studio is active only if it has no problem', () => {
  expect(getStudioStatus({ studio, attention: [], hasPlans: true })).toEqual({ label: 'Active', tone: 'confirmed' })
  const attention = [{ kind: 'payment_failed' }, { kind: 'emails_failing' }] as const
  expect(getStudioStatus({ studio, attention, hasPlans: true })).toEqual({ label: 'Payment failed', tone: 'pending' })
})

test('an inactive studio is inactive, whatever its problems are', () => {
  const paused = { ...studio, is_active: false, opened_at: '2026-11-01T09:00:00.000Z' }
  // Not in the color of a problem.
  expect(getStudioStatus({ studio: paused, attention: [{ kind: 'payment_failed' }], hasPlans: true })).toEqual({
    label: 'Inactive',
    tone: 'neutral',
  })
})

test('a plan that ended long ago is still the status', () => {
  const trial = { ...studio, tier: 'trial', plan_status: 'expired' } as const
  expect(getStudioStatus({ studio: trial, attention: [], hasPlans: true }).label).toBe('Trial ended')
  expect(getStudioStatus({ studio: { ...studio, plan_status: 'expired' }, attention: [], hasPlans: true }).label).toBe(
    'Plan ended',
  )
})

test('without plans, an ended plan is no problem', () => {
  const expired = { ...studio, plan_status: 'expired' } as const
  expect(getStudioStatus({ studio: expired, attention: [], hasPlans: false }).label).toBe('Active')
})
