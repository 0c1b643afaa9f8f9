import { webinars } from '@studiohub/contract/features/marketing/schema.ts'
import { DAY_SECONDS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { getContactRequest, getWebinarRegistration } from '#features/marketing/queries.ts'
import { getApplication } from '#features/partners/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import type { EmailContent } from './email-content.ts'
import { buildProductUrl, getPlatformSender, sendEmail } from './jobs.ts'
import * as queries from './queries.ts'
import {
  contactRequestEmail,
  partnershipApplicationEmail,
  webinarConfirmationEmail,
  webinarRegistrationEmail,
} from './templates/front-desk.ts'
import { safeName, safeParagraphs } from './wording.ts'

const UNNAMED = 'A visitor'

/** The form and the row of a submission of one of the three public forms. */
const Submission = z.object({
  about: z.enum(['partnership_application', 'contact_request', 'webinar_registration']),
  id: Id,
})

/** Queues one email for each operator, so that one invalid address does not delay the others. */
export const notifyOperators = defineJob('emails.tell-operators', {
  payload: Submission,
  run: (submission) =>
    asSystem(async (tx) => {
      for (const { id: user_id } of await queries.listOperators(tx)) {
        const onceFor = { key: `${submission.id}:${user_id}`, seconds: DAY_SECONDS }
        await enqueue(tx, sendSubmission, { ...submission, user_id }, { onceFor })
      }
    }),
})

/** Emails one operator about a submission. */
export const sendSubmission = defineJob('emails.send-arrival', {
  payload: Submission.extend({ user_id: Id }),
  async run({ about, id, user_id }, context) {
    const { recipient, submission } = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      submission: await readersByForm[about](tx, id),
    }))
    if (!recipient || !submission) return
    await sendEmail(recipient, submission.content, context, { replyTo: submission.from })
  },
})

/** Confirms a webinar registration to the registered address. */
export const sendWebinarConfirmation = defineJob('emails.send-webinar-confirmation', {
  payload: z.object({ registration_id: Id }),
  async run({ registration_id }, context) {
    const registration = await asSystem((tx) => getWebinarRegistration(tx, registration_id))
    const webinar = webinars.find(({ key }) => key === registration?.webinar)
    if (!registration || !webinar) return
    const data = { webinar, begins: formatInstant(registration.starts_at), url: buildProductUrl('/docs') }
    await sendEmail(
      { email: registration.email, full_name: null },
      webinarConfirmationEmail(data, getPlatformSender()),
      context,
    )
  },
})

export const frontDeskJobs = [notifyOperators, sendSubmission, sendWebinarConfirmation]

type SubmissionReader = (tx: Tx, id: string) => Promise<{ content: EmailContent; from: string } | null>

const readersByForm: Record<z.infer<typeof Submission>['about'], SubmissionReader> = {
  async partnership_application(tx, id) {
    const row = await getApplication(tx, id)
    if (!row) return null
    const data = {
      ...row,
      companyName: safeName(row.companyName, 'A company'),
      contactName: safeName(row.contactName, UNNAMED),
      phone: safeName(row.phone, ''),
      message: safeParagraphs(row.message),
      url: buildProductUrl('/super-admin'),
    }
    return { content: partnershipApplicationEmail(data, getPlatformSender()), from: row.email }
  },
  async contact_request(tx, id) {
    const row = await getContactRequest(tx, id)
    if (!row) return null
    const data = {
      ...row,
      name: safeName(row.name, UNNAMED),
      company: row.company === null ? null : safeName(row.company, ''),
      message: safeParagraphs(row.message),
      url: buildProductUrl('/super-admin'),
    }
    return { content: contactRequestEmail(data, getPlatformSender()), from: row.email }
  },
  async webinar_registration(tx, id) {
    const row = await getWebinarRegistration(tx, id)
    const webinar = webinars.find(({ key }) => key === row?.webinar)
    if (!row || !webinar) return null
    const data = {
      webinar,
      begins: formatInstant(row.starts_at),
      email: row.email,
      url: buildProductUrl('/super-admin'),
    }
    return { content: webinarRegistrationEmail(data, getPlatformSender()), from: row.email }
  },
}

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const formatInstant = (instant: string) => `${instantFormat.format(new Date(instant))} UTC`
