import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSaveCard } from '@studiohub/contract/features/payments/policy.ts'
import { expiryText, mandateText } from '@studiohub/contract/features/payments/saved-cards/rules.ts'
import type { CardOnFile, SavedCard } from '@studiohub/contract/features/payments/saved-cards/schema.ts'
import { getStudio } from '#features/studios/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { buildReturnUrl, getCardProvider } from '#platform/payments/open.ts'
import { brandOfPage } from '#platform/payments/page-brand.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { takesCards } from '../queries.ts'
import { detachCard, storeSavedCard } from './jobs.ts'
import * as queries from './queries.ts'

const PAGE_MINUTES = 35

/** The caller as a client of this studio. @throws AppError NOT_FOUND, FORBIDDEN */
async function requireClient(tx: Tx, actor: Actor, studio_id: string) {
  const { user_id } = requireRole(actor)
  const { client_id, session_id } = actor
  authorize(canSaveCard(actor, { studio_id, client_id }))
  const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  return { studio, user_id, session_id, client_id: client_id ?? fail('FORBIDDEN') }
}

function toSavedCard(row: queries.SavedCardRow | undefined): SavedCard | null {
  if (!row?.brand || !row.last4 || row.exp_month === null || row.exp_year === null) return null
  const { id, brand, last4, mandate } = row
  return { id, brand, last4, mandate, expires: expiryText(row.exp_month, row.exp_year), agreed_at: row.created_at }
}

/** The caller's saved card for fees, and the text to which they would agree for a new one. */
export const getOwnCard = (caller: Caller, studio_id: string): Promise<CardOnFile> =>
  asActor(caller, async (tx, actor) => {
    const { studio, client_id } = await requireClient(tx, actor, studio_id)
    const isPossible = getCardProvider() !== null && (await takesCards(tx, studio_id))
    return {
      card: toSavedCard(await queries.getSavedCard(tx, { studio_id, client_id })),
      mandate: isPossible ? mandateText(studio) : null,
    }
  })

/** Reads from the provider whether the caller has entered a card, as if an event had come. */
export async function checkOwnCard(caller: Caller, studio_id: string, now: Date): Promise<CardOnFile> {
  const { client_id } = await asActor(caller, (tx, actor) => requireClient(tx, actor, studio_id))
  for (const id of await asSystem((tx) => queries.listOpenCards(tx, { studio_id, client_id })))
    await storeSavedCard(id, now)
  return getOwnCard(caller, studio_id)
}

type MandateAgreement = { studio_id: string; mandate: string }

/**
 * The provider's page on which the caller enters a card. Stores the text to which they agree.
 * @throws AppError STALE_VERSION if the policy has changed since the text was shown
 */
export async function createCardPage(
  caller: Caller,
  { studio_id, mandate }: MandateAgreement,
  now: Date,
): Promise<{ url: string }> {
  const { client_id, user_id, session_id } = await asActor(caller, (tx, actor) => requireClient(tx, actor, studio_id))
  const cards = getCardProvider() ?? fail('CARDS_NOT_CONFIGURED')
  const { id, owner } = await asSystem(async (tx) => {
    const owner = (await queries.getCardOwner(tx, { studio_id, user_id })) ?? fail('CARDS_NOT_CONFIGURED')
    if (mandateText(owner) !== mandate)
      fail('STALE_VERSION', { message: 'The policy has changed. Please read it again.' })
    const id = randomUUID()
    const { account_id } = owner
    await queries.insertCard(tx, { id, studio_id, client_id, account_id, mandate, created_at: now.toISOString() })
    await insertAuditEntry(tx, {
      actor_id: user_id,
      session_id,
      request_id: caller.request_id,
      studio_id,
      action: 'payments.agreeToFees',
      object_type: 'saved_card',
      object_id: id,
      after: { client_id },
    })
    return { id, owner }
  })
  const { slug, domain, account_id: account, email, name } = owner
  const path = `/${slug}/invoices?card=back`
  const isOwnDomain = caller.host_studio_id === studio_id && domain !== null
  const page = await cards.createSetup({
    card_id: id,
    account,
    email,
    description: `Card for fees at ${name}`,
    brand: brandOfPage(name, owner.brand_colors),
    return_url: isOwnDomain ? new URL(path, buildStudioOrigin(domain)).href : buildReturnUrl(path),
    expires_at: new Date(Date.now() + PAGE_MINUTES * 60_000),
  })
  await asSystem((tx) => queries.saveSetup(tx, id, page))
  return { url: page.url }
}

/** Removes the caller's card. It can no longer be charged, and the provider deletes it. */
export const removeCard = (caller: Caller, id: string, now: Date): Promise<{ id: string }> =>
  asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const card = (await queries.findSavedCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canSaveCard(actor, card))
    const { studio_id, client_id } = card
    await actAs(tx, 'system')
    for (const card_id of await queries.removeCards(tx, { studio_id, client_id, now, except: null })) {
      await enqueue(tx, detachCard, { card_id })
      await insertAuditEntry(tx, {
        actor_id: user_id,
        session_id: actor.session_id,
        request_id: caller.request_id,
        studio_id,
        action: 'payments.removeCard',
        object_type: 'saved_card',
        object_id: card_id,
        before: { state: 'saved' },
        after: { state: 'removed' },
      })
    }
    publish(tx, { studio_id, topic: 'invoices', id, client_id })
    return { id }
  })
