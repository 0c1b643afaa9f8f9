import { HOUR_MS } from '#shared/durations.ts'
import type { BookingFee, BookingPolicy, CancellationPolicy } from './schema.ts'

/** The data that a fee depends on: the session, and the policy at the time of booking, or null if there was none. */
export type ChargedSession = {
  /** ISO 8601 */
  starts_at: string
  status: string
  price_minor: number | null
  cancellation_policy: BookingPolicy | null
  price_lines?: readonly { kind: string }[] | undefined
}

/** A share of a price in whole units of the currency, rounded half up. */
export const computeShare = (price_minor: number, percent: number): number =>
  Number((BigInt(price_minor) * BigInt(percent) + 50n) / 100n)

/** The step of a policy that applies at an instant; `hours` is null after the last step. @param starts_at ISO 8601 */
export function findPolicyStep(policy: CancellationPolicy, starts_at: string, at: Date) {
  const untilStart = Date.parse(starts_at) - at.getTime()
  const step = policy.steps.find(({ hours }) => untilStart >= hours * HOUR_MS)
  return step ?? { hours: null, percent: policy.late_percent }
}

/**
 * The fee for cancelling a session at an instant; null if it is free. It is free if the studio has not confirmed the
 * session, or no price was agreed.
 */
export function computeCancellationFee(session: ChargedSession, at: Date): BookingFee | null {
  const { cancellation_policy, starts_at, status } = session
  if (!cancellation_policy || status !== 'confirmed') return null
  return feeOf('cancellation', session, findPolicyStep(cancellation_policy, starts_at, at))
}

/** The price from which the percentage of a fee is calculated. */
export const computeFeePrice = ({
  price_minor,
  cancellation_policy,
}: Pick<ChargedSession, 'price_minor' | 'cancellation_policy'>) =>
  Math.max(price_minor ?? 0, cancellation_policy?.price_minor ?? 0)

type NextSession = Pick<ChargedSession, 'starts_at' | 'price_minor'>

/**
 * The policy of a session that its client changes at an instant. If cancelling costs something at that instant, a move never
 * lowers its percentage, and a lower price never lowers the fee.
 */
export function buildPolicyAfterClientChange(
  session: ChargedSession,
  next: NextSession,
  at: Date,
): BookingPolicy | null {
  const { cancellation_policy: policy, starts_at, status } = session
  if (!policy || status !== 'confirmed') return policy
  const minimum = findPolicyStep(policy, starts_at, at).percent
  if (minimum === 0) return policy
  const isMoved = Date.parse(next.starts_at) !== Date.parse(starts_at)
  const raise = (percent: number) => (isMoved ? Math.max(percent, minimum) : percent)
  const price_minor = computeFeePrice(session)
  return {
    ...policy,
    steps: policy.steps.map((step) => ({ ...step, percent: raise(step.percent) })),
    late_percent: raise(policy.late_percent),
    no_show_percent: raise(policy.no_show_percent),
    ...((next.price_minor ?? 0) < price_minor && { price_minor }),
  }
}

/** The policy of a session whose price the studio changes: fees use the new price. */
export function buildPolicyAfterPriceChange(policy: BookingPolicy | null): BookingPolicy | null {
  if (policy === null) return null
  const { price_minor, ...rest } = policy
  return rest
}

/** The fee for missing a session; null if it is free. */
export const computeNoShowFee = (session: ChargedSession): BookingFee | null =>
  session.cancellation_policy &&
  feeOf('no_show', session, { hours: null, percent: session.cancellation_policy.no_show_percent })

function feeOf(
  kind: BookingFee['kind'],
  session: ChargedSession,
  step: Pick<BookingFee, 'hours' | 'percent'>,
): BookingFee | null {
  const { price_lines = [] } = session
  const amount_minor = computeShare(computeFeePrice(session), step.percent)
  // A session that is paid with hours of a package costs hours instead of money.
  const costsHours = step.percent > 0 && price_lines.some(({ kind }) => kind === 'package')
  if (amount_minor === 0 && !costsHours) return null
  return { kind, ...step, amount_minor, waived_at: null, waived_by: null, waive_reason: null }
}

/** True if there is a fee that is not waived. A fee with the amount 0 is paid in hours of a package. */
export const isCharged = (fee: BookingFee | null): fee is BookingFee => fee !== null && fee.waived_at === null

type Stage = {
  /** Until when it applies, ISO 8601; null: until the session begins. */
  until: string | null
  percent: number
}

/** The current stage of a policy and the later ones. Consecutive stages with the same cost are joined. */
function stagesAhead({ steps, late_percent }: CancellationPolicy, starts_at: string, now: Date): Stage[] {
  const start = Date.parse(starts_at)
  const all: Stage[] = [
    ...steps.map(({ hours, percent }) => ({
      until: new Date(start - hours * HOUR_MS).toISOString(),
      percent,
    })),
    { until: null, percent: late_percent },
  ]
  return all.filter(
    ({ until, percent }, index) =>
      (until === null || Date.parse(until) >= now.getTime()) && all[index + 1]?.percent !== percent,
  )
}

/** A session that is offered or booked. `until` is the last moment at which its client can cancel online, ISO 8601. */
export type CancellableSession = {
  starts_at: string
  until: string
  price_minor: number | null
  policy: BookingPolicy | null
}

type PolicyFormats = { time: (instant: string) => string; money: (minor: number) => string }

/**
 * What cancelling costs, by time, in words: 'Free cancellation until Mon 14:00, €60 until Tue 14:00, then €120'.
 * @param words how instants and amounts are written
 */
export function cancellationText(session: CancellableSession, now: Date, words: PolicyFormats): string {
  const { starts_at, until, policy } = session
  const price_minor =
    policy?.price_minor === undefined
      ? session.price_minor
      : computeFeePrice({ ...session, cancellation_policy: policy })
  const stages = policy && price_minor !== 0 ? stagesAhead(policy, starts_at, now) : []
  if (stages.every(({ percent }) => percent === 0)) return `Free cancellation until ${words.time(until)}`
  const costs = stages.map(({ percent }) => {
    if (percent === 0) return 'free'
    return price_minor === null ? `${percent}% of the price` : words.money(computeShare(price_minor, percent))
  })
  const parts = stages.map((stage, index) => {
    if (index === 0) {
      const first = stage.percent === 0 ? 'Free cancellation' : `Cancelling costs ${costs[0]}`
      return stage.until ? `${first} until ${words.time(stage.until)}` : first
    }
    return stage.until ? `${costs[index]} until ${words.time(stage.until)}` : `then ${costs[index]}`
  })
  return parts.join(', ')
}

/** A policy without a session: 'Cancel free of charge until 48 h before, 50% of the price until 24 h before, then 100%'. */
export function policyText({ steps, late_percent }: CancellationPolicy, cutoff_hours: number): string {
  const all = [...steps, { hours: 0, percent: late_percent }]
  const stages = all.filter(({ percent }, index) => all[index + 1]?.percent !== percent)
  const [first] = stages
  if (!first || stages.every(({ percent }) => percent === 0)) return freeText(cutoff_hours)
  const costs = stages.slice(1).map(({ hours, percent }, index) => {
    const cost = index === 0 ? `${percent}% of the price` : `${percent}%`
    return hours > 0 ? `${cost} until ${hours} h before` : `then ${cost}`
  })
  const begin = first.percent === 0 ? 'Cancel free of charge' : `Cancelling costs ${first.percent}% of the price`
  return [first.hours > 0 ? `${begin} until ${first.hours} h before` : begin, ...costs].join(', ')
}

/**
 * A policy for a document: the steps, and the fee for a no-show. Null without a no-show fee, because then cancelling costs
 * nothing either.
 */
export function policySentence(policy: CancellationPolicy, cutoff_hours: number): string | null {
  const { no_show_percent } = policy
  return no_show_percent === 0
    ? null
    : `${policyText(policy, cutoff_hours)}. Clients who do not come pay ${no_show_percent}% of the price.`
}

const freeText = (hours: number) =>
  hours === 0 ? 'Cancel free of charge until it begins' : `Cancel free of charge until ${hours} h before`

/** Says what cancelling costs or returns, before the user confirms. @param paid_minor what the client has paid so far */
export function consequenceText(fee_minor: number, paid_minor: number, money: (minor: number) => string): string {
  if (paid_minor === 0) return fee_minor === 0 ? 'Cancelling is free.' : `Cancelling costs ${money(fee_minor)}.`
  if (fee_minor > paid_minor) return `You will get no refund, and ${money(fee_minor - paid_minor)} is still due.`
  if (fee_minor === paid_minor) return `You will get no refund of the ${money(paid_minor)} that you paid.`
  return `You will get ${money(paid_minor - fee_minor)} of ${money(paid_minor)} back.`
}
