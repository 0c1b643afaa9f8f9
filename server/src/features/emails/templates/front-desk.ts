import type { ContactTopic, Webinar } from '@studiohub/contract/features/marketing/schema.ts'
import { contactTopicLabels } from '@studiohub/contract/features/marketing/words.ts'
import type { PartnershipType } from '@studiohub/contract/features/partners/schema.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

type FrontDeskEmail = {
  subject: string
  heading: string
  facts: readonly string[]
  message?: readonly string[]
  url: string
}

/** An email to an operator about a submission of a public form. */
function operatorEmail({ subject, heading, facts, message = [], url }: FrontDeskEmail, sender: Sender): EmailContent {
  return {
    subject,
    preview: facts[0] ?? heading,
    sender,
    heading,
    paragraphs: [...facts, ...message],
    action: { label: 'Open StudioHub', url },
    small: ['You receive this email because you operate this platform. Replies go to the sender.'],
  }
}

export type ApplicationData = {
  companyName: string
  contactName: string
  email: string
  phone: string
  partnershipType: PartnershipType
  message: readonly string[]
  url: string
}

export function partnershipApplication(data: ApplicationData, sender: Sender): EmailContent {
  const { companyName, contactName, email, phone, partnershipType, message, url } = data
  return operatorEmail(
    {
      subject: `Partnership application: ${companyName}`,
      heading: `${companyName} wants to become a partner`,
      facts: [`${partnershipTypeLabels[partnershipType]}. ${contactName}, ${email}, ${phone}.`],
      message,
      url,
    },
    sender,
  )
}

export type ContactData = {
  name: string
  email: string
  company: string | null
  topic: ContactTopic
  message: readonly string[]
  url: string
}

export function contactRequest(
  { name, email, company, topic, message, url }: ContactData,
  sender: Sender,
): EmailContent {
  return operatorEmail(
    {
      subject: `${contactTopicLabels[topic]}: ${name}`,
      heading: `${name} has written to us`,
      facts: [`About: ${contactTopicLabels[topic]}. ${[name, company, email].filter(Boolean).join(', ')}.`],
      message,
      url,
    },
    sender,
  )
}

export type WebinarData = { webinar: Pick<Webinar, 'title' | 'minutes'>; begins: string; url: string }

export function webinarRegistration({ webinar, begins, url, email }: WebinarData & { email: string }, sender: Sender) {
  return operatorEmail(
    {
      subject: `Webinar registration: ${webinar.title}`,
      heading: `New registration for ${webinar.title}`,
      facts: [`${email} has registered for ${begins}.`],
      url,
    },
    sender,
  )
}

/** The confirmation of a webinar registration. */
export function webinarConfirmation({ webinar, begins, url }: WebinarData, sender: Sender): EmailContent {
  return {
    subject: `You are registered: ${webinar.title}`,
    preview: begins,
    sender,
    heading: 'See you there',
    paragraphs: [
      `You are registered for ${webinar.title}.`,
      `It begins on ${begins} and takes ${webinar.minutes} minutes. The link to join comes to this address before it begins.`,
    ],
    action: { label: 'Read the guides until then', url },
    small: ['You receive this email because this address was registered. If that was not you, ignore it.'],
  }
}
