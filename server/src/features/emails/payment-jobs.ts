import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { getLatePayment } from '#features/payments/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { addressAt, getBranding, sendEmail, senderOf } from './jobs.ts'
import { latePayment } from './templates/late-payment.ts'
import { formatDay, formatTimeOfDay, mailFormats, safeName, safeParagraphs } from './wording.ts'

/**
 * Emails a client that their payment came too late and is refunded: their time was released and booked by another client.
 */
export const sendLatePayment = defineJob('emails.send-late-payment', {
  payload: z.object({ payment_id: Id }),
  async run({ payment_id }, context) {
    const { late, studio } = await asSystem(async (tx) => {
      const found = await getLatePayment(tx, payment_id)
      return { late: found, studio: await getBranding(tx, found?.studio_id ?? null) }
    })
    if (!late?.email) return
    const sender = senderOf(studio)
    const content = latePayment(
      {
        recipientName: safeName(late.name, 'there'),
        studioName: sender.name,
        service: safeParagraphs(late.service).join(' '),
        when: `${formatDay(late.booking_date, late.country)}, ${formatTimeOfDay(late.start_time, late.country)}`,
        amount: moneyText(late.amount_minor, late.currency, mailFormats(late.country)),
        url: addressAt(studio, `/${late.slug}/bookings`),
      },
      sender,
    )
    await sendEmail({ email: late.email, full_name: late.name }, content, context)
  },
})

export const paymentMailJobs = [sendLatePayment]
