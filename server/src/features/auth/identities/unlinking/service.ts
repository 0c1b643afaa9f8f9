import { asAuth } from '../../../../platform/db/actor.ts'
import { lock } from '../../../../platform/db/locks.ts'
import type { Tx } from '../../../../platform/db/transaction.ts'
import { forgetNewEmail } from '../../email-change/queries.ts'
import { requireNoWait } from '../../factor-waits/service.ts'
import * as flows from '../../flows/queries.ts'
import { mailNotice } from '../../mails/service.ts'
import { retireMailedEntries } from '../../sessions/queries.ts'
import { isByMail } from '../../sessions/rules.ts'
import type { SignedIn } from '../../sessions/service.ts'
import { listIdentities } from '../../users/queries.ts'
import type { Identity } from '../../users/rules.ts'
import { deleteTokensOf } from '../../verification/queries.ts'
import { refuse, type Visit } from '../../wire/rules.ts'
import * as queries from '../queries.ts'
import { methodOf, trail } from '../service.ts'

/**
 * Takes a way to sign in from an account, never its last one. With the address and password goes the password; and where
 * the account's address came from what goes, that of another way takes its place.
 */
export async function unlinkIdentity(signedIn: SignedIn, identity_id: string, visit: Visit): Promise<void> {
  const { user } = signedIn
  await asAuth(async (tx) => {
    // Two windows that each take away the other one's last way in.
    await lock(tx, 'user', user.id)
    await requireNoWait(tx, user.id)
    const own = await listIdentities(tx, user.id)
    if (own.length < 2) refuse('single_identity_not_deletable')
    const gone = own.find(({ id }) => id === identity_id) ?? refuse('identity_not_found')
    await queries.deleteIdentity(tx, gone.id)
    if (gone.provider === 'email') await queries.deletePassword(tx, user.id, visit.now)
    await queries.updateProviders(tx, user.id)
    await moveOn(tx, signedIn, { gone, left: own.filter(({ id }) => id !== gone.id) }, visit)
    await mailNotice(tx, user, { kind: 'sign_in_method_removed', ...methodOf(gone.provider) }, visit.now)
    await trail(tx, user.id, 'identity.unlinked', gone, visit)
  })
}

type Change = { gone: Identity; left: readonly Identity[] }

// An address that a provider never verified is nobody's for certain: it takes nothing over.
async function moveOn(tx: Tx, { user, session }: SignedIn, { gone, left }: Change, visit: Visit): Promise<void> {
  if (gone.email !== user.email || left.some(({ email }) => email === user.email)) return
  const heir = left.find(({ email, identity_data }) => email !== null && identity_data.email_verified === true)?.email
  if (!heir) return
  // A proven address leaves an account by its mailbox alone: a password may be in the wrong hands, and so may a factor that
  // it has just added.
  if (!isByMail(session) && (await queries.isProven(tx, user.id))) {
    refuse('reauthentication_needed', { message: 'Sign in with a code that we email to you, then remove this' })
  }
  if (!(await queries.takeOverEmail(tx, user.id, heir, visit.now))) refuse('email_conflict_identity_not_deletable')
  await deleteTokensOf(tx, user.id)
  await flows.deleteFlowsOf(tx, user.id)
  await forgetNewEmail(tx, user.id)
  await retireMailedEntries(tx, user.id)
  await mailNotice(tx, user, { kind: 'email_changed' }, visit.now)
}
