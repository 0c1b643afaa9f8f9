import { createHash } from 'node:crypto'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { type Delivery, insertDelivery, skipDelivery } from '#features/messages/queries.ts'
import { getAgreementToDraw, getPdf, savePdf } from '#features/terms/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getBranding, publicTermsUrl, sendEmail, senderOf } from '../jobs.ts'
import { findReasonNotToSend } from '../stranger-jobs.ts'
import { agreementEmail } from '../templates/agreement.ts'
import { MAILS_COME_BACK, safeName } from '../wording.ts'
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

/** Queues the PDF of an acceptance if the client signed, for after the transaction. */
export async function drawLater(tx: Tx, acceptance: { agreement: { id: string } | null } | null) {
  if (acceptance?.agreement) await enqueue(tx, drawAgreement, { agreement_id: acceptance.agreement.id })
}

const NOT_THERE = 'not sent: the client was removed or has no email address'

/** Sends an agreement to its client or to an admin of the studio. */
const sendAgreement = defineJob('emails.send-agreement', {
  payload: z.object({ agreement_id: Id, user_id: Id.nullable(), is_client: z.boolean() }),
  async run({ agreement_id, user_id, is_client }, context) {
    const read = await asSystem(async (tx) => {
      const agreement = await getAgreementToDraw(tx, agreement_id)
      const pdf = (await getPdf(tx, agreement_id))?.pdf
      const recipients = await listAgreementRecipients(tx, agreement_id)
      const recipient = recipients.find((one) => one.user_id === user_id && one.is_client === is_client)
      const studio = agreement && (await getBranding(tx, agreement.studio_id))
      return agreement && pdf && recipient?.email && studio
        ? { agreement, pdf, recipient: { ...recipient, email: recipient.email }, studio }
        : null
    })
    const reason = read
      ? await findObstacle(read.recipient, { studio_id: read.agreement.studio_id, ...context })
      : NOT_THERE
    if (!read || reason) return asSystem((tx) => skipDelivery(tx, context.job_id, reason ?? NOT_THERE))
    const { agreement, pdf, recipient, studio } = read
    const sender = senderOf(studio)
    const content = agreementEmail(
      {
        ...{ isClient: is_client, studioName: sender.name, recipientName: safeName(recipient.full_name, 'there') },
        signerName: safeName(agreement.signer_name, 'A client'),
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

const deliveryOf = (of: { studio_id: string; client_id: string }, { user_id, is_client }: Recipient): Delivery => ({
  ...{ kind: 'agreement', studio_id: of.studio_id, user_id },
  ...(is_client && { client_id: of.client_id }),
})

type AgreementDelivery = { studio_id: string; job_id: string; now: Date }

/** Why an email is not sent now; null if it is. */
async function findObstacle(
  { user_id, email, is_bounced, has_proven_admin }: AgreementRecipient & { email: string },
  { studio_id, job_id, now }: AgreementDelivery,
): Promise<string | null> {
  if (is_bounced) return MAILS_COME_BACK
  if (user_id !== null) return null
  return findReasonNotToSend({ log: 'mail_deliveries', message_id: job_id, studio_id, email, has_proven_admin }, now)
}

export const agreementJobs = [drawAgreement, sendAgreement]
