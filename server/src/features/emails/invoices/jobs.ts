import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { getIssuedDetails } from '#features/invoices/details-queries.ts'
import { insertInvoiceEmail, type NewInvoiceEmail, updateInvoiceEmail } from '#features/invoices/emails/queries.ts'
import { upsertLink } from '#features/invoices/links/queries.ts'
import { type Delivery, insertDelivery, skipDelivery } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { buildStudioUrl, chooseSender, getBranding, sendEmail } from '../jobs.ts'
import { findReasonNotToSend } from '../stranger-jobs.ts'
import { invoiceEmail } from '../templates/invoice.ts'
import { EMAILS_BOUNCE, emailFormats, formatDay, greetingName, PAY_LINK } from '../wording.ts'
import { getInvoiceEmail, type InvoiceEmailRow, listDueReminders, markSent } from './queries.ts'

const LINK_DAYS = 180
const REMINDERS_AT_ONCE = 200

/** The end of a link that is created or emailed now. */
export const payLinkExpiry = (now: Date) => new Date(now.getTime() + LINK_DAYS * DAY_MS).toISOString()

/**
 * The path of an invoice's public page. The secret comes after the `#`, which browsers do not send, so no log contains it.
 */
export const payPath = (link_id: string) => `/pay#${link_id}.${mac(PAY_LINK, link_id)}`

const deliveryKinds = { invoice: 'invoice', reminder: 'invoice_reminder', receipt: 'receipt' } as const

/**
 * Queues an email about an invoice, and adds it to the list of emails. Requires the system role.
 * @returns its id, or null if this automatic reminder or receipt was queued before
 */
export async function queueInvoiceEmail(
  tx: Tx,
  { client_id, ...email }: NewInvoiceEmail & { client_id: string },
  now: Date,
): Promise<string | null> {
  const id = await insertInvoiceEmail(tx, email)
  if (id === null) return null
  const job_id = await enqueue(tx, sendInvoiceEmail, { email_id: id })
  if (job_id === null) throw new Error('the email was not queued')
  const delivery = { kind: deliveryKinds[email.kind], studio_id: email.studio_id, user_id: null, client_id }
  await insertDelivery(tx, job_id, delivery, now)
  await updateInvoiceEmail(tx, id, job_id)
  return id
}

/** Reminds clients of invoices that are past due, on the days that their studio has chosen. */
export const remindOfInvoices = defineJob('invoices.remind', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const created_at = now.toISOString()
      for (const reminder of await listDueReminders(tx, { now, limit: REMINDERS_AT_ONCE })) {
        await queueInvoiceEmail(tx, { ...reminder, kind: 'reminder', created_at }, now)
      }
    }),
})

/** Sends one email about an invoice if it is still correct. The PDF and all figures are current. */
export const sendInvoiceEmail = defineJob('emails.send-invoice', {
  payload: z.object({ email_id: Id }),
  async run({ email_id }, context) {
    const { now, job_id } = context
    const invoiceToSend = await asSystem(async (tx) => {
      const message = await getInvoiceEmail(tx, email_id)
      if (!message) return null
      const invoice = await getIssuedDetails(tx, message.invoice_id, todayIn(message.timezone, now))
      const studio = await getBranding(tx, message.studio_id)
      return invoice && studio ? { message, invoice, studio } : null
    })
    const reason = invoiceToSend ? await findSkipReason(invoiceToSend, job_id, now) : NO_CLIENT
    if (!invoiceToSend || reason) return asSystem((tx) => skipDelivery(tx, job_id, reason ?? NO_CLIENT))
    await sendPdf(invoiceToSend, context)
    const { invoice_id, studio_id, kind } = invoiceToSend.message
    await asSystem(async (tx) => {
      if (kind === 'invoice') await markSent(tx, invoice_id, now.toISOString())
      publish(tx, { studio_id, topic: 'invoices', id: invoice_id, client_id: null })
    })
  },
})

export const invoiceEmailJobs = [remindOfInvoices, sendInvoiceEmail]

const NO_CLIENT = 'not sent: the client was removed'
const NO_ADDRESS = 'not sent: the client has no email address'
const NOT_OPEN = 'not sent: nothing is open'

type InvoiceToSend = {
  message: InvoiceEmailRow
  invoice: InvoiceDetails
  studio: NonNullable<Awaited<ReturnType<typeof getBranding>>>
}

/** The reason not to send an email, or null if it can be sent. */
async function findSkipReason(
  { message, invoice }: InvoiceToSend,
  message_id: string,
  now: Date,
): Promise<string | null> {
  const { email, kind, studio_id, has_proven_admin } = message
  if (email === null || message.is_suspended) return NO_ADDRESS
  if (invoice.state === 'void' || (kind === 'reminder' && invoice.open_minor <= 0)) return NOT_OPEN
  if (message.is_bounced) return EMAILS_BOUNCE
  if (message.user_id !== null) return null
  return findReasonNotToSend({ log: 'mail_deliveries', message_id, studio_id, email, has_proven_admin }, now)
}

async function sendPdf({ message, invoice, studio }: InvoiceToSend, context: JobContext) {
  const { invoice_id, studio_id, kind, country, email } = message
  const link = await asSystem((tx) =>
    upsertLink(tx, {
      studio_id,
      invoice_id,
      created_at: context.now.toISOString(),
      expires_at: payLinkExpiry(context.now),
    }),
  )
  const { renderInvoice } = await import('#features/invoices/invoice-pdf.tsx')
  const number = invoice.number ?? ''
  const money = (minor: number) => moneyText(minor, invoice.currency, emailFormats(country))
  const sender = chooseSender(studio)
  const content = invoiceEmail(
    {
      kind,
      number,
      studioName: sender.name,
      recipientName: greetingName(message.full_name),
      total: money(invoice.total_minor),
      open: money(invoice.open_minor),
      isOpen: invoice.open_minor > 0,
      due: invoice.due_on && formatDay(invoice.due_on, country),
      paid:
        message.paid_minor === null || message.paid_on === null
          ? null
          : {
              amount: money(message.paid_minor),
              day: formatDay(message.paid_on, country),
              excess: message.excess_minor > 0 ? money(message.excess_minor) : null,
            },
      url: buildStudioUrl(studio, payPath(link.id)),
    },
    sender,
  )
  const filename = `${number.replaceAll('/', '-')}.pdf`
  const pdf = {
    filename,
    contentType: 'application/pdf',
    content: new Uint8Array(await renderInvoice(invoice, studio)),
  }
  const { client_id, user_id, full_name } = message
  const delivery: Delivery = { kind: deliveryKinds[kind], studio_id, user_id, client_id }
  await sendEmail({ email: email ?? '', full_name }, content, context, { delivery, attachments: [pdf] })
}
