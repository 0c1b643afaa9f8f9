import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

/** Emails to a studio's admins about their plan. */
export const planNotices = ['trial_ending', 'trial_expired', 'payment_failed', 'plan_ended'] as const
export type PlanNotice = (typeof planNotices)[number]

export type PlanData = {
  kind: PlanNotice
  userName: string
  studioName: string
  /** The name of the plan. */
  plan: string
  /** The end of the trial or of the paid time, as a text. */
  ends: string
  planUrl: string
}

const BOOKINGS_STAY = 'Sessions that are booked stay as they are.'
const NO_NEW_SESSIONS = 'No new sessions can be booked until you choose a plan.'

type PlanTexts = { subject: string; paragraphs: string[]; end: string; label: string }

const texts: Record<PlanNotice, (studioName: string) => PlanTexts> = {
  trial_ending: (studioName) => ({
    subject: `The free trial of ${studioName} ends soon`,
    paragraphs: ['Choose a plan before it ends, and nothing changes for your clients.', BOOKINGS_STAY],
    end: 'Ends on',
    label: 'Choose a plan',
  }),
  trial_expired: (studioName) => ({
    subject: `The free trial of ${studioName} has ended`,
    paragraphs: [NO_NEW_SESSIONS, BOOKINGS_STAY],
    end: 'Ended on',
    label: 'Choose a plan',
  }),
  payment_failed: (studioName) => ({
    subject: `A payment for ${studioName} failed`,
    paragraphs: ['Please check your card. For two weeks nothing changes. After that, no new sessions can be booked.'],
    end: 'Paid until',
    label: 'Check your card',
  }),
  plan_ended: (studioName) => ({
    subject: `The plan of ${studioName} has ended`,
    paragraphs: [NO_NEW_SESSIONS, BOOKINGS_STAY],
    end: 'Ended on',
    label: 'Choose a plan',
  }),
}

export function planNoticeEmail(
  { kind, userName, studioName, plan, ends, planUrl }: PlanData,
  sender: EmailBranding,
): EmailContent {
  const { subject, paragraphs, end, label } = texts[kind](studioName)
  return {
    subject,
    sender,
    paragraphs,
    preview: paragraphs[0] ?? subject,
    heading: subject,
    greetingName: userName,
    facts: listFacts({ Studio: studioName, Plan: plan, [end]: ends }),
    action: { label, url: planUrl },
    because: `you run ${studioName}`,
  }
}
