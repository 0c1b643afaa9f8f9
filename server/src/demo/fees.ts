import { randomUUID } from 'node:crypto'
import { mandateText } from '@studiohub/contract/features/payments/saved-cards/rules.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Call } from './calls.ts'
import { demoPolicy } from './people.ts'

type FeesDemo = {
  nora: Call
  studio_id: string
  ben: { id: string; call: Call }
  cleo: { id: string }
  /** Books a session of Ben in two days. @returns its id */
  book: (from: string, to: string) => Promise<string | undefined>
}

/**
 * Creates fees for cancelled and missed sessions: an owed fee, a waived fee, a no-show, a client's saved card, and a credit.
 */
export async function writeFees({ nora, studio_id, ben, cleo, book }: FeesDemo) {
  const studioPath = `/api/v1/studios/${studio_id}`
  const cancelLate = async (from: string, to: string) => {
    const id = await book(from, to)
    await nora(`/api/v1/bookings/${id}/confirm`, { version: 1 })
    await ben.call(`/api/v1/bookings/${id}/cancel`, {})
    return id
  }
  await cancelLate('09:00', '11:00')
  const waivedBooking = await cancelLate('17:00', '18:00')
  await nora(`/api/v1/bookings/${waivedBooking}/fee/waive`, { reason: 'The flu: get well soon!' })
  await missSession(nora, studio_id, ben.id)
  const credit = { amount_minor: 2_500, currency: 'EUR', reason: 'Sorry about the noise next door' }
  await nora(`${studioPath}/clients/${cleo.id}/credits`, credit)
  await saveCard(studio_id, cleo.id)
}

/** Marks a client's latest session without an invoice and a card payment as missed. */
async function missSession(nora: Call, studio_id: string, client_id: string) {
  const { id } = await asSystem((tx) =>
    tx
      .selectFrom('bookings')
      .select('id')
      .where('studio_id', '=', studio_id)
      .where('client_id', '=', client_id)
      .where('status', '=', 'completed')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('invoice_lines').select('id').whereRef('invoice_lines.booking_id', '=', 'bookings.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('card_payments').select('id').whereRef('card_payments.booking_id', '=', 'bookings.id'))),
      )
      .orderBy('booking_date', 'desc')
      .executeTakeFirstOrThrow(),
  )
  await nora(`/api/v1/bookings/${id}/no-show`, {})
}

/** Saves a card as if the client had left it on Stripe's page. */
const saveCard = (studio_id: string, client_id: string) =>
  asSystem(async (tx) => {
    const { name, cancellation_cutoff_hours } = await tx
      .selectFrom('studios')
      .select(['name', 'cancellation_cutoff_hours'])
      .where('id', '=', studio_id)
      .executeTakeFirstOrThrow()
    const mandate = mandateText({ name, cancellation_policy: demoPolicy, cancellation_cutoff_hours }) ?? ''
    const at = new Date(Date.now() - 60_000).toISOString()
    const id = randomUUID()
    await tx
      .insertInto('saved_cards')
      .values({
        id,
        studio_id,
        client_id,
        account_id: 'demo',
        mandate,
        state: 'saved',
        created_at: at,
        saved_at: at,
        payment_method_id: `demo_${id}`,
        brand: 'visa',
        last4: '4242',
        exp_month: 4,
        exp_year: 2031,
      })
      .execute()
  })
