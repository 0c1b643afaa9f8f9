import type { EmailContent, Sender } from '../render-email.tsx'

/** Emails to a studio's admins about their plan. */
export const planNotices = ['trial_ending', 'trial_expired', 'payment_failed', 'plan_ended'] as const
export type PlanNotice = (typeof planNotices)[number]

export type PlanData = { kind: PlanNotice; userName: string; studioName: string; ends: string; planUrl: string }

const BOOKED_STAYS = 'Sessions that are booked stay as they are.'

const texts: Record<PlanNotice, (data: PlanData) => { subject: string; paragraphs: string[] }> = {
  trial_ending: ({ studioName, ends }) => ({
    subject: `The free trial of ${studioName} ends soon`,
    paragraphs: [`It runs until ${ends}. Choose a plan by then, and nothing changes for your clients.`, BOOKED_STAYS],
  }),
  trial_expired: ({ studioName }) => ({
    subject: `The free trial of ${studioName} has ended`,
    paragraphs: [`Nobody can book new sessions until you choose a plan. ${BOOKED_STAYS}`],
  }),
  payment_failed: ({ studioName }) => ({
    subject: `A payment for ${studioName} failed`,
    paragraphs: ['Please check your card. For two weeks nothing changes. After that, no new sessions can be booked.'],
  }),
  plan_ended: ({ studioName, ends }) => ({
    subject: `The plan of ${studioName} has ended`,
    paragraphs: [`It ran until ${ends}. Nobody can book new sessions until you choose a plan. ${BOOKED_STAYS}`],
  }),
}

export function planNotice(data: PlanData, sender: Sender): EmailContent {
  const { subject, paragraphs } = texts[data.kind](data)
  return {
    subject,
    sender,
    paragraphs,
    preview: paragraphs[0] ?? subject,
    heading: `Hello ${data.userName}`,
    action: { label: 'See your plan', url: data.planUrl },
    small: [`You receive this email because you run ${data.studioName}.`],
  }
}
