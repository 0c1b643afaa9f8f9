import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimit, takeLimits } from '#platform/http/limits.ts'
import { requireNoWait } from '../factor-waits/service.ts'
import { proveAddress } from '../ownership/service.ts'
import { chooseDestination } from '../redirects/service.ts'
import { noteMailedCode } from '../sessions/queries.ts'
import type { SignedIn } from '../sessions/service.ts'
import * as users from '../users/queries.ts'
import * as tokens from '../verification/queries.ts'
import { isMailedCode } from '../verification/rules.ts'
import { mailProof } from '../verification/service.ts'
import { refuse, type Visit } from '../wire/rules.ts'

const perAddress: Limit = { name: 'reauthenticate', count: 30, per_seconds: 300 }
const perRecipient: Limit = { name: 'mail-reauthentication', count: 1, per_seconds: 60 }
const perRecipientHour: Limit = { name: 'mail-reauthentication-hour', count: 10, per_seconds: 3600 }
// Every mail brings five new tries: as many as for the codes that sign in.
const triesPerDay: Limit = { name: 'nonce-day', count: 50, per_seconds: 86_400 }

/** Mails a person who is signed in six digits with which `PUT /user` takes a change without the present password. */
export async function mailNonce({ user, session }: SignedIn, publicUrl: string, visit: Visit): Promise<void> {
  const { now } = visit
  const full = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], now)
  if (full) refuse('over_request_rate_limit', full)
  const wait = await asAuth(async (tx) => {
    for (const limit of [perRecipient, perRecipientHour]) {
      const wait = await takeLimit(tx, { limit, by: user.id }, now)
      if (wait) return wait
    }
    await users.noteReauthenticationSent(tx, user.id, now)
    const destination = await chooseDestination(tx, {
      redirect_to: null,
      publicUrl,
      page: 'callback',
      traveller: 'nobody',
    })
    await mailProof(tx, { user, purpose: 'reauthentication', challenge: null, destination, publicUrl }, now)
    await trail(tx, { user, session }, 'reauthentication.requested', visit)
    return null
  })
  if (wait) refuse('over_email_send_rate_limit', wait)
}

/**
 * Takes the six digits of somebody who is signed in. A wrong guess stays counted although the call is refused. While a
 * factor wait is running nothing is proven: at its end the factor would be gone although its holder reads the mailbox.
 * @throws AuthRefusal reauthentication_not_valid, factor_wait_running
 */
export async function useNonce({ user, session }: SignedIn, nonce: string, visit: Visit): Promise<void> {
  const purpose = 'reauthentication'
  const wait = await takeLimits([{ limit: triesPerDay, by: user.id }], visit.now)
  if (wait) refuse('over_request_rate_limit', wait)
  await asAuth((tx) => requireNoWait(tx, user.id))
  const right = await asAuth(async (tx) => {
    const tried = await tokens.tryOwnCode(tx, { user_id: user.id, purpose, now: visit.now })
    if (!tried || !isMailedCode(tried, user.id, purpose, nonce)) return false
    await tokens.deleteToken(tx, user.id, purpose)
    await noteMailedCode(tx, session.id, visit.now)
    // The person with the session reads the mailbox too: what they added is their own.
    await proveAddress(tx, user, { by: purpose, madeBy: 'the same person' }, visit)
    await trail(tx, { user, session }, 'reauthentication.passed', visit)
    return true
  })
  if (!right) refuse('reauthentication_not_valid')
}

function trail(tx: Tx, { user, session }: Pick<SignedIn, 'user' | 'session'>, action: string, visit: Visit) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    after: { ip: visit.ip },
    request_id: visit.request_id,
  })
}
