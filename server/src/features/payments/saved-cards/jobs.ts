import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** Reads from the provider whether the client has entered a card, and stores it. It replaces the client's older card. */
export async function storeSavedCard(card_id: string, now: Date): Promise<void> {
  const cards = getCardProvider()
  if (!cards) return
  const row = await asSystem((tx) => queries.findSavedCard(tx, card_id))
  if (row?.state !== 'open') return
  const { studio_id, client_id, account_id: account, checkout_id } = row
  // Without a stored checkout id the client never saw the page.
  const { page, card } =
    checkout_id === null ? { page: 'expired', card: null } : await cards.getSetup({ account, checkout_id })
  if (card === null) {
    if (page === 'expired') await asSystem((tx) => queries.expireCardPage(tx, card_id))
    return
  }
  await asSystem(async (tx) => {
    await lock(tx, 'money', studio_id)
    if (!(await queries.saveCardDetails(tx, card_id, { ...card, now }))) return
    for (const id of await queries.removeCards(tx, { studio_id, client_id, now, except: card_id }))
      await enqueue(tx, detachCard, { card_id: id })
    await insertSystemAuditEntry(tx, {
      studio_id,
      action: 'payments.saveCard',
      object_type: 'saved_card',
      object_id: card_id,
      after: { client_id },
    })
    publish(tx, { studio_id, topic: 'invoices', id: card_id, client_id })
  })
}

/** Deletes a removed card at the provider. If this job fails, `detachRemovedCards` retries it daily. */
export const detachCard = defineJob('payments.detach-card', {
  payload: z.object({ card_id: Id }),
  async run({ card_id }, { now }) {
    const row = await asSystem((tx) => queries.findSavedCard(tx, card_id))
    const cards = getCardProvider()
    if (!cards || !row?.payment_method_id || row.state !== 'removed') return
    await cards.detach({ account: row.account_id, payment_method_id: row.payment_method_id })
    await asSystem((tx) => queries.recordDetachment(tx, card_id, now))
  },
})

const settleSavedCard = defineJob('payments.settle-card', {
  payload: z.object({ card_id: Id }),
  run: ({ card_id }, { now }) => storeSavedCard(card_id, now),
})

const CARDS_AT_ONCE = 200

/** Queues a reading of cards for which no event came. */
const settleCardsWithoutEvent = defineJob('payments.settle-unreported-cards', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!getCardProvider()) return
      for (const card_id of await queries.listCardsWithoutEvent(tx, now, CARDS_AT_ONCE))
        await enqueue(tx, settleSavedCard, { card_id })
    }),
})

/** Removes the cards of clients who have deleted their account, were erased, or were removed by their studio. */
const removeCardsOfFormerClients = defineJob('payments.remove-cards-of-former-clients', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const removed = await queries.removeCardsOfFormerClients(tx, { now, limit: CARDS_AT_ONCE })
      for (const { id, studio_id, client_id } of removed) {
        await enqueue(tx, detachCard, { card_id: id })
        await insertSystemAuditEntry(tx, {
          studio_id,
          action: 'payments.removeCard',
          object_type: 'saved_card',
          object_id: id,
          before: { state: 'saved' },
          after: { state: 'removed', client_id },
        })
      }
    }),
})

/** Retries the deletion at the provider for cards whose own job has failed. */
const detachRemovedCards = defineJob('payments.detach-removed-cards', {
  payload: z.object({}),
  every: '45 4 * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!getCardProvider()) return
      for (const card_id of await queries.listUndetachedCards(tx, now, CARDS_AT_ONCE))
        await enqueue(tx, detachCard, { card_id })
    }),
})

export const savedCardJobs = [
  detachCard,
  settleSavedCard,
  settleCardsWithoutEvent,
  removeCardsOfFormerClients,
  detachRemovedCards,
]
