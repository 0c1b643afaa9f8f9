import type { ContactTopic, Webinar } from '@studiohub/contract/features/marketing/schema.ts'
import { contactTopicLabels } from '@studiohub/contract/features/marketing/words.ts'
import type { PartnershipType } from '@studiohub/contract/features/partners/schema.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { type EmailFact, listFacts } from '../wording.ts'

type FrontDeskEmail = {
  subject: string
  heading: string
  preview: string
  facts: readonly EmailFact[]
  message?: readonly string[]
  url: string
}

/** An email to an operator about a submission of a public form. */
function operatorEmail(
  { subject, heading, preview, facts, message = [], url }: FrontDeskEmail,
  sender: EmailBranding,
): EmailContent {
  return {
    subject,
    preview,
    sender,
    heading,
    paragraphs: [],
    facts,
    details: message,
    action: { label: `Open ${sender.name}`, url },
    footnotes: ['Replies go to the sender.'],
    because: `you operate ${sender.name}`,
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

export function partnershipApplicationEmail(data: ApplicationData, sender: EmailBranding): EmailContent {
  const { companyName, contactName, email, phone, partnershipType, message, url } = data
  return operatorEmail(
    {
      subject: `Partnership application: ${companyName}`,
      heading: `${companyName} wants to become a partner`,
      preview: `${partnershipTypeLabels[partnershipType]}, ${contactName}`,
      facts: listFacts({
        Company: companyName,
        Type: partnershipTypeLabels[partnershipType],
        Contact: contactName,
        Email: email,
        Phone: phone,
      }),
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

export function contactRequestEmail(
  { name, email, company, topic, message, url }: ContactData,
  sender: EmailBranding,
): EmailContent {
  return operatorEmail(
    {
      subject: `${contactTopicLabels[topic]}: ${name}`,
      heading: `${name} has written to us`,
      preview: contactTopicLabels[topic],
      facts: listFacts({ About: contactTopicLabels[topic], Name: name, Company: company, Email: email }),
      message,
      url,
    },
    sender,
  )
}

export type WebinarData = { webinar: Pick<Webinar, 'title' | 'minutes'>; begins: string; url: string }

export function webinarRegistrationEmail(
  { webinar, begins, url, email }: WebinarData & { email: string },
  sender: EmailBranding,
) {
  return operatorEmail(
    {
      subject: `Webinar registration: ${webinar.title}`,
      heading: `New registration for ${webinar.title}`,
      preview: `${email} has registered.`,
      facts: listFacts({ Webinar: webinar.title, When: begins, Email: email }),
      url,
    },
    sender,
  )
}

/** Confirms a webinar registration. */
export function webinarConfirmationEmail({ webinar, begins, url }: WebinarData, sender: EmailBranding): EmailContent {
  return {
    subject: `You are registered: ${webinar.title}`,
    preview: begins,
    sender,
    heading: `You are registered: ${webinar.title}`,
    paragraphs: ['We will send the link to join to this address before it begins.'],
    facts: listFacts({ What: webinar.title, When: begins, Length: `${webinar.minutes} minutes` }),
    action: { label: 'Read the guides', url },
    footnotes: ['If you did not register, ignore this email.'],
    because: 'this address was registered for the webinar',
  }
}
