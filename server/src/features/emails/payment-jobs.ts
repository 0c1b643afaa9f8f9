import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { getLatePayment } from '#features/payments/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { buildStudioUrl, chooseSender, getBranding, sendEmail } from './jobs.ts'
import { latePaymentEmail } from './templates/late-payment.ts'
import { emailFormats, formatDay, formatTimeOfDay, greetingName, safeParagraphs, zoneName } from './wording.ts'

/**
 * Emails a client that their payment came too late and is refunded, because their time was released and booked by another client.
 */
export const sendLatePayment = defineJob('emails.send-late-payment', {
  payload: z.object({ payment_id: Id }),
  async run({ payment_id: card_payment_id }, context) {
    const { payment, studio } = await asSystem(async (tx) => {
      const row = await getLatePayment(tx, card_payment_id)
      return { payment: row, studio: await getBranding(tx, row?.studio_id ?? null) }
    })
    if (!payment?.email) return
    const sender = chooseSender(studio)
    const content = latePaymentEmail(
      {
        recipientName: greetingName(payment.name),
        studioName: sender.name,
        service: safeParagraphs(payment.service).join(' '),
        when: `${formatDay(payment.booking_date, payment.country)}, ${formatTimeOfDay(payment.start_time, payment.country)} (${zoneName(payment.timezone)})`,
        amount: moneyText(payment.amount_minor, payment.currency, emailFormats(payment.country)),
        url: buildStudioUrl(studio, `/${payment.slug}/bookings`),
      },
      sender,
    )
    await sendEmail({ email: payment.email, full_name: payment.name }, content, context)
  },
})

export const paymentEmailJobs = [sendLatePayment]
