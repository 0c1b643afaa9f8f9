import { requireNoWait } from '#features/auth/factor-waits/service.ts'
import { mailNotice } from '#features/auth/mails/service.ts'
import type { SignedIn } from '#features/auth/sessions/service.ts'
import { listIdentities } from '#features/auth/users/queries.ts'
import { refuse, type Visit } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import * as queries from '../queries.ts'
import { methodOf, trail } from '../service.ts'

/**
 * Takes a way to sign in from an account, never its last one. With the address and password goes the password. The
 * account keeps its address, which changes only where both mailboxes agree (record 0073): a stolen session would
 * otherwise take the account to an address of its own.
 */
export async function unlinkIdentity({ user }: SignedIn, identity_id: string, visit: Visit): Promise<void> {
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
    await mailNotice(tx, user, { kind: 'sign_in_method_removed', ...methodOf(gone.provider) }, visit.now)
    await trail(tx, user.id, 'identity.unlinked', gone, visit)
  })
}
