import type { AttentionKind } from '@studiohub/contract/features/admin/attention/words.ts'
import type { PlatformStudio } from '@studiohub/contract/features/admin/schema.ts'
import { getStudioState, type StudioState } from '@studiohub/contract/features/admin/words.ts'
import type { Tone } from '#ui/badge.tsx'

export const stateTones: Record<StudioState, Tone> = {
  active: 'confirmed',
  new: 'neutral',
  paused: 'neutral',
  suspended: 'cancelled',
}

/** Why a studio is inactive; null for an active one. */
export const stateReasons: Record<StudioState, string | null> = {
  active: null,
  new: 'Not opened yet',
  paused: 'Closed by the studio',
  suspended: 'Deactivated here',
}

const problemLabels: Record<AttentionKind, string> = {
  jobs_stuck: 'Jobs stuck',
  payment_failed: 'Payment failed',
  card_reports_failed: 'Webhooks failed',
  emails_failing: 'Emails failed',
  trial_ended: 'Trial ended',
  trial_ending: 'Trial ends soon',
  domain_missing: 'Domain not working',
  domain_unproven: 'Domain not verified',
  sender_unproven: 'Sender not verified',
}

type StudioFacts = {
  studio: Pick<PlatformStudio, 'is_active' | 'suspended_at' | 'opened_at' | 'tier' | 'plan_status'>
  /** The problems of the studio, the most urgent first. */
  attention: readonly { kind: AttentionKind }[]
  /** Whether the platform has plans. */
  hasPlans: boolean
}

/** The status of a studio with its worst problem first. Only a studio without problems is 'Active'. */
export function getStudioStatus({ studio, attention, hasPlans }: StudioFacts): { label: string; tone: Tone } {
  const state = getStudioState(studio)
  if (state !== 'active') return { label: 'Inactive', tone: stateTones[state] }
  const [first] = attention
  if (first) return { label: problemLabels[first.kind], tone: 'pending' }
  const planProblem = hasPlans ? getPlanProblem(studio) : null
  return planProblem ? { label: planProblem, tone: 'pending' } : { label: 'Active', tone: 'confirmed' }
}

// An ended trial is listed as a problem for some days only.
function getPlanProblem({ tier, plan_status }: StudioFacts['studio']): string | null {
  if (plan_status === 'past_due') return 'Payment failed'
  if (plan_status === 'cancelled') return 'Plan ended'
  if (plan_status === 'expired') return tier === 'trial' ? 'Trial ended' : 'Plan ended'
  return null
}
