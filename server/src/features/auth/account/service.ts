import { insertAuditEntry } from '../../../platform/audit.ts'
import { asAuth, type Tx } from '../../../platform/db/door.ts'
import { type Limit, networkOf, takeLimits } from '../../../platform/limits.ts'
import { hashPassword, verifyPassword } from '../../../platform/passwords.ts'
import * as flows from '../flows/queries.ts'
import * as sessions from '../sessions/queries.ts'
import type { SignedIn } from '../sessions/service.ts'
import * as users from '../users/queries.ts'
import { isFreshEnough, type Metadata, mergeMetadata, presentUser } from '../users/rules.ts'
import { readMetadata, requireGoodPassword } from '../users/service.ts'
import * as tokens from '../verification/queries.ts'
import { refuse, type Visit } from '../wire/rules.ts'

const perAddress: Limit = { name: 'update-user', count: 30, per_seconds: 300 }
const perAccount: Limit = { name: 'current-password', count: 10, per_seconds: 900 }

export type AccountChange = {
  email: string | null
  phone: string | null
  password: string | null
  current_password: string | null
  data: Metadata | null
  app_metadata?: unknown
}

/** Changes what a person may change of their account: password and what they say about themselves. */
export async function updateAccount(signedIn: SignedIn, change: AccountChange, visit: Visit) {
  const { user } = signedIn
  if (change.app_metadata !== undefined && change.app_metadata !== null) refuse('not_admin')
  if (change.email !== null && change.email.toLowerCase() !== user.email) refuse('email_address_not_changeable')
  if (change.phone !== null) refuse('phone_provider_disabled')
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  if (wait) refuse('over_request_rate_limit', wait)
  const data = change.data && readMetadata(mergeMetadata(user.user_metadata, change.data))
  const password = change.password === null ? null : await preparePassword(signedIn, change, visit)
  return asAuth(async (tx) => {
    await users.lockPasswordHash(tx, user.id)
    if (!(await sessions.lockSession(tx, signedIn.session.id))) refuse('session_not_found')
    if (password) await setPassword(tx, signedIn, password, visit)
    if (data) await setMetadata(tx, signedIn, data, visit)
    const changed = (await users.getUser(tx, user.id)) ?? refuse('user_not_found')
    return presentUser(changed, await users.listIdentities(tx, user.id))
  })
}

type PreparedPassword = { from: string | null; to: string }

// All hashing happens here, before the transaction that makes the change.
async function preparePassword(signedIn: SignedIn, change: AccountChange, visit: Visit): Promise<PreparedPassword> {
  const { user, session } = signedIn
  const password = change.password ?? ''
  requireGoodPassword(password)
  const from = await asAuth((tx) => users.lockPasswordHash(tx, user.id))
  if (change.current_password !== null) {
    const wait = await takeLimits([{ limit: perAccount, by: user.id }], visit.now)
    if (wait) refuse('over_request_rate_limit', wait)
    if (!(await verifyPassword(from, change.current_password))) refuse('current_password_invalid')
  } else if (!isFreshEnough(session, visit.now)) {
    refuse(from === null ? 'reauthentication_needed' : 'current_password_required')
  }
  if (from !== null && (await verifyPassword(from, password))) refuse('same_password')
  return { from, to: await hashPassword(password) }
}

// Whoever knew the old password is out: other sessions, mailed links and codes, and codes not yet exchanged all end.
async function setPassword(tx: Tx, { user, session }: SignedIn, password: PreparedPassword, visit: Visit) {
  const replaced = await users.replacePassword(tx, { user_id: user.id, ...password, now: visit.now })
  if (!replaced) refuse('request_timeout')
  const ended = await sessions.deleteSessionsOf(tx, user.id, session.id)
  await tokens.deleteTokensOf(tx, user.id)
  await flows.deleteFlowsOf(tx, user.id)
  await trail(tx, { user, session }, 'password.changed', { after: { ended_sessions: ended, ip: visit.ip } }, visit)
}

async function setMetadata(tx: Tx, { user, session }: SignedIn, data: Metadata, visit: Visit) {
  await users.updateUserMetadata(tx, user.id, data, visit.now)
  await trail(tx, { user, session }, 'user.updated', { before: user.user_metadata, after: data }, visit)
}

type Whose = Pick<SignedIn, 'user' | 'session'>

function trail(
  tx: Tx,
  { user, session }: Whose,
  action: string,
  change: { before?: unknown; after: unknown },
  visit: Visit,
) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    ...change,
    request_id: visit.request_id,
  })
}
