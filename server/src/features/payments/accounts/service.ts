import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canConnectAccount } from '@studiohub/contract/features/payments/policy.ts'
import { getCardAccountState } from '@studiohub/contract/features/payments/rules.ts'
import type { CardAccount } from '@studiohub/contract/features/payments/schema.ts'
import { getStudio } from '#features/studios/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardPaymentProvider } from '#platform/payments/cards.ts'
import { buildReturnUrl, getCardProvider } from '#platform/payments/open.ts'
import { readAccount } from '../jobs.ts'
import * as queries from './queries.ts'

// Never call the provider in a transaction.

const RETURN_TO = '/studio/settings?tab=payments&cards=back'

/** Whether a studio can take cards. */
export const getAccount = (caller: Caller, studio_id: string): Promise<CardAccount> =>
  asActor(caller, async (tx, actor) => {
    await requireStudio(tx, actor, studio_id)
    return toCardAccount(tx, studio_id)
  })

/** Reads from the provider whether a studio can take cards. */
export async function checkAccount(caller: Caller, studio_id: string): Promise<CardAccount> {
  await asActor(caller, (tx, actor) => requireStudio(tx, actor, studio_id))
  await readAccount(studio_id)
  return getAccount(caller, studio_id)
}

async function toCardAccount(tx: Tx, studio_id: string): Promise<CardAccount> {
  const account = await queries.getAccount(tx, studio_id)
  return {
    studio_id,
    state: getCardAccountState(account ?? null, getCardProvider() !== null),
    pays_out: account?.pays_out ?? false,
  }
}

async function requireStudio(tx: Tx, actor: Actor, studio_id: string) {
  const { user_id } = requireRole(actor)
  authorize(canConnectAccount(actor, studio_id))
  if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
  return { user_id, session_id: actor.session_id }
}

/** The provider's page on which an admin connects the studio's account. The first call creates the account. */
export async function createAccountLink(caller: Caller, studio_id: string): Promise<{ url: string }> {
  const { author, existing } = await asActor(caller, async (tx, actor) => ({
    author: await requireStudio(tx, actor, studio_id),
    existing: await queries.getAccount(tx, studio_id),
  }))
  const cards = getCardProvider() ?? fail('CARDS_NOT_CONFIGURED')
  const account = existing?.account_id ?? (await createAccount(cards, { studio_id, caller, author }))
  const { url } = await cards.createAccountLink(account, buildReturnUrl(RETURN_TO))
  return { url }
}

type ConnectAccountInput = { studio_id: string; caller: Caller; author: { user_id: string; session_id: string | null } }

async function createAccount(
  cards: CardPaymentProvider,
  { studio_id, caller, author }: ConnectAccountInput,
): Promise<string> {
  const owner = (await asSystem((tx) => queries.getAccountOwner(tx, studio_id, author.user_id))) ?? fail('NOT_FOUND')
  // Concurrent calls get the same account, because the idempotency key is made from the studio's id.
  const account_id = await cards.createAccount({ studio_id, ...owner })
  await asSystem(async (tx) => {
    if (!(await queries.insertAccount(tx, { studio_id, account_id }))) return
    await insertAuditEntry(tx, {
      actor_id: author.user_id,
      session_id: author.session_id,
      request_id: caller.request_id,
      studio_id,
      action: 'payments.connect',
      object_type: 'card_account',
      object_id: studio_id,
      after: { takes_cards: false },
    })
  })
  return account_id
}
