import { createHash } from 'node:crypto'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { type Delivery, insertDelivery, skipDelivery } from '#features/messages/queries.ts'
import { type AgreementToDraw, getAgreementToDraw, getPdf, savePdf } from '#features/terms/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { chooseSender, getBranding, publicTermsUrl, sendEmail } from '../jobs.ts'
import { findReasonNotToSend } from '../stranger-jobs.ts'
import { agreementEmail } from '../templates/agreement.ts'
import {
  EMAILS_BOUNCE,
  formatDay,
  formatInstantAt,
  formatTimeOfDay,
  greetingName,
  type StudioPlace,
  safeName,
  safeParagraphs,
} from '../wording.ts'
import { type AgreementRecipient, listAgreementRecipients } from './queries.ts'

/** Creates the PDF of a signed agreement, stores it with its hash, and queues the emails to both sides, only once. */
const drawAgreement = defineJob('emails.draw-agreement', {
  payload: z.object({ agreement_id: Id }),
  async run({ agreement_id }, { now }) {
    const agreement = await asSystem((tx) => getAgreementToDraw(tx, agreement_id))
    if (!agreement || agreement.sha256 !== null || agreement.signer_name === null) return
    const { renderAgreement } = await import('#features/terms/agreement-pdf.tsx')
    const pdf = await renderAgreement(agreement)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const { studio_id, client_id, sessions } = agreement
    await asSystem(async (tx) => {
      if (!(await savePdf(tx, agreement_id, { pdf, sha256 }))) return
      for (const { user_id, is_client } of await listAgreementRecipients(tx, agreement_id)) {
        const job_id = await enqueue(tx, sendAgreement, { agreement_id, user_id, is_client })
        if (job_id === null) throw new Error('the email was not queued')
        await insertDelivery(tx, job_id, deliveryOf({ studio_id, client_id }, { user_id, is_client }), now)
      }
      for (const { id } of sessions) publish(tx, { studio_id, topic: 'bookings', id, client_id })
    })
  },
})

/** Queues the PDF of an agreement, to be created after the transaction. Does nothing if the client did not sign. */
export async function queueAgreementPdf(tx: Tx, acceptance: { agreement: { id: string } | null } | null) {
  if (acceptance?.agreement) await enqueue(tx, drawAgreement, { agreement_id: acceptance.agreement.id })
}

type SignedSession = AgreementToDraw['sessions'][number]

const describeSession = ({ service, booking_date, start_time, end_time }: SignedSession, { country }: StudioPlace) =>
  `${safeParagraphs(service).join(' ')}: ${formatDay(booking_date, country)}, ${formatTimeOfDay(start_time, country)} to ${formatTimeOfDay(end_time, country)}`

const CLIENT_UNREACHABLE = 'not sent: the client was removed or has no email address'

/** Sends an agreement to its client or to an admin of the studio. */
const sendAgreement = defineJob('emails.send-agreement', {
  payload: z.object({ agreement_id: Id, user_id: Id.nullable(), is_client: z.boolean() }),
  async run({ agreement_id, user_id, is_client }, context) {
    const emailData = await asSystem(async (tx) => {
      const agreement = await getAgreementToDraw(tx, agreement_id)
      const pdf = (await getPdf(tx, agreement_id))?.pdf
      const recipients = await listAgreementRecipients(tx, agreement_id)
      const recipient = recipients.find((person) => person.user_id === user_id && person.is_client === is_client)
      const studio = agreement && (await getBranding(tx, agreement.studio_id))
      return agreement && pdf && recipient?.email && studio
        ? { agreement, pdf, recipient: { ...recipient, email: recipient.email }, studio }
        : null
    })
    const reason = emailData
      ? await findSkipReason(emailData.recipient, { studio_id: emailData.agreement.studio_id, ...context })
      : CLIENT_UNREACHABLE
    if (!emailData || reason) return asSystem((tx) => skipDelivery(tx, context.job_id, reason ?? CLIENT_UNREACHABLE))
    const { agreement, pdf, recipient, studio } = emailData
    const sender = chooseSender(studio)
    const content = agreementEmail(
      {
        isClient: is_client,
        studioName: sender.name,
        recipientName: greetingName(recipient.full_name),
        signerName: safeName(agreement.signer_name, 'A client'),
        sessions: agreement.sessions.map((session) => describeSession(session, agreement)),
        signedAt: formatInstantAt(agreement.signed_at, agreement),
        sha256: agreement.sha256 ?? '',
        termsUrl: publicTermsUrl(studio),
      },
      sender,
    )
    const file = { filename: 'agreement.pdf', contentType: 'application/pdf', content: new Uint8Array(pdf) }
    await sendEmail(recipient, content, context, {
      delivery: deliveryOf(agreement, { user_id, is_client }),
      attachments: [file],
    })
  },
})

type Recipient = Pick<AgreementRecipient, 'user_id' | 'is_client'>

const deliveryOf = (
  { studio_id, client_id }: { studio_id: string; client_id: string },
  { user_id, is_client }: Recipient,
): Delivery => ({
  kind: 'agreement',
  studio_id,
  user_id,
  ...(is_client && { client_id }),
})

type AgreementDelivery = { studio_id: string; job_id: string; now: Date }

/** The reason not to send an email, or null if it can be sent. */
async function findSkipReason(
  { user_id, email, is_bounced, has_proven_admin }: AgreementRecipient & { email: string },
  { studio_id, job_id, now }: AgreementDelivery,
): Promise<string | null> {
  if (is_bounced) return EMAILS_BOUNCE
  if (user_id !== null) return null
  return findReasonNotToSend({ log: 'mail_deliveries', message_id: job_id, studio_id, email, has_proven_admin }, now)
}

export const agreementJobs = [drawAgreement, sendAgreement]
