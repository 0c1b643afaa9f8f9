import type { EmailContent, Sender } from '../render-email.tsx'

type Greeting = { userName: string; studioName: string }

const because = ({ studioName }: Greeting) => [`You receive this email because you run ${studioName}.`]

export type LetterData = Greeting & { subject: string; paragraphs: string[]; url: string }

/** A letter of an operator of the platform to the admins of a studio. */
export const operatorLetter = (data: LetterData, sender: Sender): EmailContent => ({
  sender,
  subject: data.subject,
  preview: data.paragraphs[0] ?? data.subject,
  heading: `Hello ${data.userName}`,
  paragraphs: data.paragraphs,
  action: { label: `Open ${data.studioName}`, url: data.url },
  small: ['Answer this email to write back to us.', ...because(data)],
})

export type TrialExtendedData = Greeting & { ends: string; url: string }

/** An operator extended the free trial of a studio. */
export const trialExtended = (data: TrialExtendedData, sender: Sender): EmailContent => ({
  sender,
  subject: `The free trial of ${data.studioName} was extended`,
  preview: `It now runs until ${data.ends}.`,
  heading: `Hello ${data.userName}`,
  paragraphs: [`We extended your free trial. It now runs until ${data.ends}, and clients can book until then.`],
  action: { label: 'See your plan', url: data.url },
  small: because(data),
})

export type OwnerViewData = Greeting & { until: string; url: string }

/** An operator sees a studio as its admins do. */
export const ownerView = (data: OwnerViewData, sender: Sender): EmailContent => ({
  sender,
  subject: `${sender.name} support is looking at ${data.studioName}`,
  preview: `Until ${data.until} at the latest. Nothing can be changed.`,
  heading: `Hello ${data.userName}`,
  paragraphs: [
    `A member of our team sees ${data.studioName} as you do, until ${data.until} at the latest, to help with a question or a problem.`,
    'They can change nothing. They do not see your profile, passwords, keys, webhooks or calendar addresses.',
    'Did you not expect this? Answer this email.',
  ],
  action: { label: 'See the activity of your studio', url: data.url },
  small: because(data),
})
