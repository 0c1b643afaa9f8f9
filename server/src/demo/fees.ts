import { randomUUID } from 'node:crypto'
import { mandateText } from '@studiohub/contract/features/payments/saved-cards/rules.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Call } from './calls.ts'

const policy = {
  steps: [
    { hours: 72, percent: 0 },
    { hours: 24, percent: 50 },
  ],
  ...{ late_percent: 100, no_show_percent: 100 },
}

type Fees = {
  nora: Call
  studio_id: string
  ben: { id: string; call: Call }
  cleo: { id: string }
  /** Creates a session of Ben two days from now. @returns its id */
  book: (from: string, to: string) => Promise<string | undefined>
}

/**
 * Fees for cancelling: the policy, a fee that is owed, a fee that was waived, the client's card for fees, and their credit.
 */
export async function writeFees({ nora, studio_id, ben, cleo, book }: Fees) {
  const studio = `/api/v1/studios/${studio_id}`
  await nora(studio, { cancellation_policy: policy }, 'PATCH')
  const cancelLate = async (from: string, to: string) => {
    const id = await book(from, to)
    await nora(`/api/v1/bookings/${id}/confirm`, { version: 1 })
    await ben.call(`/api/v1/bookings/${id}/cancel`, {})
    return id
  }
  await cancelLate('09:00', '11:00')
  const waived = await cancelLate('17:00', '18:00')
  await nora(`/api/v1/bookings/${waived}/fee/waive`, { reason: 'The flu: get well soon!' })
  const credit = { amount_minor: 2_500, currency: 'EUR', reason: 'Sorry about the noise next door' }
  await nora(`${studio}/clients/${cleo.id}/credits`, credit)
  await leaveCard(studio_id, cleo.id)
}

/** Saves a card as if the client had left it on Stripe's page. */
const leaveCard = (studio_id: string, client_id: string) =>
  asSystem(async (tx) => {
    const { name, cancellation_cutoff_hours } = await tx
      .selectFrom('studios')
      .select(['name', 'cancellation_cutoff_hours'])
      .where('id', '=', studio_id)
      .executeTakeFirstOrThrow()
    const mandate = mandateText({ name, cancellation_policy: policy, cancellation_cutoff_hours }) ?? ''
    const at = new Date(Date.now() - 60_000).toISOString()
    const id = randomUUID()
    await tx
      .insertInto('saved_cards')
      .values({
        ...{ id, studio_id, client_id, account_id: 'demo', mandate, state: 'saved', created_at: at, saved_at: at },
        ...{ payment_method_id: `demo_${id}`, brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
      })
      .execute()
  })
