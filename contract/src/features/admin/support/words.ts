/** Why an operator extends a trial; the audit log shows these texts. */
export const extensionReasons = ['asked', 'setting_up', 'our_fault', 'deciding'] as const
export type ExtensionReason = (typeof extensionReasons)[number]

export const extensionReasonLabels: Record<ExtensionReason, string> = {
  asked: 'The studio asked for it',
  setting_up: 'Still setting up',
  our_fault: 'Something on our side failed',
  deciding: 'Deciding on a plan',
}

export const EXTENSION_DAYS_MAX = 30
/** A trial never ends later than this many days from now. */
export const TRIAL_AHEAD_DAYS_MAX = 60

export const LETTER_SUBJECT_MAX = 120
export const LETTER_BODY_MAX = 5_000
/** The limits of letters in 24 hours: to one studio, and to all studios together. */
export const LETTERS_PER_STUDIO = 5
export const LETTERS_PER_DAY = 100
