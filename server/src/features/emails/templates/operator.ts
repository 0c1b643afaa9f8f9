import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

type GreetingData = { userName: string; studioName: string }

const because = ({ studioName }: GreetingData) => `you run ${studioName}`

export type LetterData = GreetingData & { subject: string; paragraphs: string[]; url: string }

/** A letter of an operator to the admins of a studio. */
export const operatorLetterEmail = (data: LetterData, sender: EmailBranding): EmailContent => ({
  sender,
  subject: data.subject,
  preview: data.paragraphs[0] ?? data.subject,
  heading: data.subject,
  greetingName: data.userName,
  paragraphs: data.paragraphs,
  facts: listFacts({ Studio: data.studioName, From: `The ${sender.name} team` }),
  action: { label: `Open ${data.studioName}`, url: data.url },
  footnotes: ['Reply to this email to reach us.'],
  because: because(data),
})

export type TrialExtendedData = GreetingData & { ends: string; url: string }

/** Tells an admin that an operator has extended the free trial of their studio. */
export const trialExtendedEmail = (data: TrialExtendedData, sender: EmailBranding): EmailContent => ({
  sender,
  subject: `The free trial of ${data.studioName} was extended`,
  preview: `It now runs until ${data.ends}.`,
  heading: `The free trial of ${data.studioName} was extended`,
  greetingName: data.userName,
  paragraphs: ['We extended your free trial. Clients can book until it ends.'],
  facts: listFacts({ Studio: data.studioName, 'Runs until': data.ends }),
  action: { label: 'See your plan', url: data.url },
  because: because(data),
})

export type OwnerViewData = GreetingData & { until: string; url: string }

/** Tells an admin that an operator sees their studio as they do (owner view). */
export const ownerViewEmail = (data: OwnerViewData, sender: EmailBranding): EmailContent => ({
  sender,
  subject: `${sender.name} support is looking at ${data.studioName}`,
  preview: `Until ${data.until} at the latest. Nothing can be changed.`,
  heading: `${sender.name} support is looking at ${data.studioName}`,
  greetingName: data.userName,
  paragraphs: [
    'A member of our team can see your studio as you do, to help with a question or a problem.',
    'They cannot change anything. They do not see your profile, passwords, keys, webhooks or calendar addresses.',
    'If you did not expect this, reply to this email.',
  ],
  facts: listFacts({ Studio: data.studioName, 'Until at the latest': data.until }),
  action: { label: 'See the activity of your studio', url: data.url },
  because: because(data),
})
