/** The kinds of problems that need an operator, the most urgent first. */
export const attentionKinds = [
  'jobs_stuck',
  'payment_failed',
  'card_reports_failed',
  'emails_failing',
  'trial_ended',
  'trial_ending',
  'domain_missing',
  'domain_unproven',
  'sender_unproven',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** How long a failed email and an ended trial are listed. */
export const ATTENTION_DAYS = 7
/** A new domain is listed as not proven after this many hours, because DNS changes take hours. */
export const DOMAIN_GRACE_HOURS = 24
/** A due job that has waited this long is stuck. */
export const STUCK_MINUTES = 10
/** Maximum number of lines in one response. */
export const ATTENTION_MAX = 200

type Line = { kind: AttentionKind; count: number; detail: string | null }

const countText = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

const sentences: Record<AttentionKind, (line: Line) => string> = {
  jobs_stuck: ({ count }) => `${countText(count, 'background job is', 'background jobs are')} stuck`,
  payment_failed: () => 'The last payment failed',
  card_reports_failed: ({ count }) => `${countText(count, 'card webhook', 'card webhooks')} failed`,
  emails_failing: ({ count }) => `${countText(count, 'email', 'emails')} could not be sent`,
  trial_ended: () => 'The trial has ended',
  trial_ending: () => 'The trial ends soon',
  domain_missing: ({ detail }) => `The DNS record of ${detail} is gone`,
  domain_unproven: ({ detail }) => `${detail} is not verified`,
  sender_unproven: ({ detail }) => `The sender ${detail} is not verified`,
}

/** One short sentence about what is wrong. */
export const attentionText = (line: Line): string => sentences[line.kind](line)
