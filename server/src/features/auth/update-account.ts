import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { type Facts, insertAuditEntry } from '#platform/audit/audit.ts'
import { hashPassword, verifyPassword } from '#platform/auth/passwords.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, countUse, getNetwork, type Limit, waitText } from '#platform/http/limits.ts'
import * as emailChanges from './email-change/queries.ts'
import { queueSecurityNotice } from './email-service.ts'
import { requireNoFactorWait } from './factor-waits/service.ts'
import * as flows from './flows/queries.ts'
import * as identities from './identities/queries.ts'
import { formatSignInMethod } from './identities/service.ts'
import { countEmail } from './limit-emails.ts'
import { endApiKeys, endCalendarFeeds } from './ownership/queries.ts'
import { deletePasskeysOf } from './passkeys/queries.ts'
import { checkNonceCode } from './reauthentication/service.ts'
import { chooseDestination, type Destination } from './redirects/service.ts'
import type { TokenData } from './sessions/answer-tokens.ts'
import { endOtherSessions } from './sessions/end-sessions.ts'
import * as sessions from './sessions/queries.ts'
import { hasMailboxProof, hasRecentMailboxProof, isOpenedByRecovery } from './sessions/rules.ts'
import * as users from './users/queries.ts'
import { type AuthUser, isFreshEnough, type Metadata, mergeMetadata, presentUser } from './users/rules.ts'
import { readMetadata, requireGoodPassword, requireNamespace } from './users/service.ts'
import * as tokens from './verification/queries.ts'
import { sendVerificationEmail } from './verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from './wire/rules.ts'
import { readEmail } from './wire/schema.ts'

const perNetwork: Limit = { name: 'update-user', count: 30, per_seconds: 300 }
const perAccount: Limit = { name: 'current-password', count: 10, per_seconds: 900 }
// A change of address may reveal whether the new one has an account, so only a few attempts per hour are allowed.
const perEmailChange: Limit = { name: 'email-change', count: 10, per_seconds: 3600 }
// By address, because each change sends a notice to it.
const perPassword: Limit = { name: 'password-change', count: 5, per_seconds: 3600 }
const perPasswordByEmail: Limit = { name: 'password-change-by-mail', count: 5, per_seconds: 3600 }
const TOO_MANY_PASSWORDS = 'The password was changed too often. Please try again'
/** Codes that belong to a session of the account and end with it. */
const sessionPurposes = ['reauthentication', 'email_change_current', 'email_change_new'] as const
const perEmailChangeMessage: Limit = { name: 'mail-email-change', count: 1, per_seconds: 60 }

export type AccountChange = {
  email: string | null
  phone: string | null
  password: string | null
  current_password: string | null
  nonce: string | null
  data: Metadata | null
  app_metadata?: unknown
  redirect_to: string | null
}

type Settings = { publicUrl: string; authConfirmEmail: boolean; passwordRules: { min_length: number } }

/** Changes password, address or user metadata. */
export async function updateAccount(
  tokenData: TokenData,
  change: AccountChange,
  settings: Settings,
  context: RequestContext,
) {
  const { user } = tokenData
  if (change.app_metadata !== undefined && change.app_metadata !== null) throwAuthError('not_admin')
  if (change.phone !== null) throwAuthError('phone_provider_disabled')
  const email = change.email === null ? user.email : readEmail(change.email)
  await countAttempt(tokenData, email, context)
  if (change.password !== null) await requireGoodPassword(change.password, settings)
  if (change.data) requireNamespace(change.data)
  const data = change.data && readMetadata(mergeMetadata(user.user_metadata, change.data))
  const password = await verifyOwnerAndHashPassword(tokenData, change, email, context)
  return asAuth(async (tx) => {
    await users.lockPasswordHash(tx, user.id)
    if (!(await sessions.lockSession(tx, tokenData.session.id))) throwAuthError('session_not_found')
    if (password || email !== user.email) await requireNoFactorWait(tx, user.id)
    if (password) await setPassword(tx, tokenData, password, context)
    if (data) await setMetadata(tx, tokenData, data, context)
    if (email !== user.email) await startEmailChange(tx, tokenData, email, { ...settings, ...change }, context)
    const updatedUser = (await users.getUser(tx, user.id)) ?? throwAuthError('user_not_found')
    return presentUser(updatedUser, await users.listIdentities(tx, user.id), tokenData.factors)
  })
}

async function countAttempt({ user }: TokenData, email: string, { ip, now }: RequestContext): Promise<void> {
  const uses = [{ limit: perNetwork, by: getNetwork(ip) }]
  if (email !== user.email) uses.push({ limit: perEmailChange, by: user.id })
  const wait = await consumeLimits(uses, now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

type PreparedPassword = {
  old_hash: string | null
  new_hash: string
  /** How the owner has proven this change: by a recent email, by the old password, or only by a session. */
  proof: 'mail' | 'password' | 'session'
}

// All hashing happens here, before the transaction that makes the change.
async function verifyOwnerAndHashPassword(
  tokenData: TokenData,
  change: AccountChange,
  email: string,
  context: RequestContext,
): Promise<PreparedPassword | null> {
  const { password } = change
  if (password === null && email === tokenData.user.email) return null
  const old_hash = await asAuth((tx) => users.lockPasswordHash(tx, tokenData.user.id))
  await requireOwner(tokenData, change, old_hash, context)
  if (password === null) return null
  if (old_hash !== null && (await verifyPassword(old_hash, password))) throwAuthError('same_password')
  const isProvenByEmail = change.nonce !== null || hasRecentMailboxProof(tokenData.session, context.now)
  const proof = isProvenByEmail ? 'mail' : change.current_password === null ? 'session' : 'password'
  return { old_hash, new_hash: await hashPassword(password), proof }
}

/** Requires a fresh session, the password or an emailed code. */
async function requireOwner(
  tokenData: TokenData,
  change: AccountChange,
  storedHash: string | null,
  context: RequestContext,
) {
  const { user, session } = tokenData
  if (change.nonce !== null) return checkNonceCode(tokenData, change.nonce, context)
  if (change.current_password !== null) {
    const wait = await consumeLimits([{ limit: perAccount, by: user.id }], context.now)
    if (wait) throwAuthError('over_request_rate_limit', wait)
    if (!(await verifyPassword(storedHash, change.current_password))) throwAuthError('current_password_invalid')
  } else if (!isFreshEnough(session, context.now)) {
    throwAuthError(storedHash === null ? 'reauthentication_needed' : 'current_password_required')
  }
}

// Ends everything that a person with the old password could use: other sessions, flows, calendar addresses and a pending
// change of address. Emailed links and codes end only if the change was proven by email. Otherwise a thief with the password
// could end the links in the owner's mailbox.
async function setPassword(tx: Tx, { user, session }: TokenData, change: PreparedPassword, context: RequestContext) {
  const { old_hash, new_hash, proof } = change
  // A proof by email has its own limit per session, because a thief with another session cannot read the email.
  const limitUse =
    proof === 'mail' ? { limit: perPasswordByEmail, by: session.id } : { limit: perPassword, by: user.email }
  const wait = await countUse(tx, limitUse, context.now)
  if (wait) throwAuthError('over_request_rate_limit', { ...wait, message: `${TOO_MANY_PASSWORDS} ${waitText(wait)}.` })
  const replaced = await users.replacePassword(tx, { user_id: user.id, old_hash, new_hash, now: context.now })
  if (!replaced) throwAuthError('request_timeout')
  // A change with the old password does not remove the mark, because a thief could set a password twice.
  const unproven_at = proof === 'session' ? context.now.toISOString() : null
  if (proof !== 'password') await users.setPasswordUnprovenAt(tx, user.id, unproven_at)
  if (old_hash === null) await addEmailIdentity(tx, user, context.now)
  if (proof === 'mail') {
    await tokens.deleteTokensOf(tx, user.id)
    await flows.deleteFlowsOf(tx, user.id)
  } else {
    for (const purpose of sessionPurposes) await tokens.deleteToken(tx, user.id, purpose)
    await flows.deleteProviderFlowsOf(tx, user.id)
  }
  // The six digits of a recovery open a session like other emailed codes, so this also covers a forgotten password.
  const isProvenByEmail = proof === 'mail' || (proof === 'session' && hasMailboxProof(session))
  const isRecovery = isOpenedByRecovery(session) || (old_hash !== null && isProvenByEmail)
  if (isRecovery) await endForeignProviders(tx, user, context.now)
  if (isRecovery) await endPasskeys(tx, user, context.now)
  if (isRecovery) await endApiKeys(tx, user.id, context.now.toISOString())
  await endCalendarFeeds(tx, user.id, context.now.toISOString())
  // Sessions end last: a link or flow that was used at the same moment has opened its session by now.
  const endedSessions = await endOtherSessions(tx, session, context.now)
  await emailChanges.clearNewEmail(tx, user.id)
  await queueSecurityNotice(tx, user, { kind: 'password_changed' }, context.now)
  await recordEvent(
    tx,
    { user, session },
    'password.changed',
    { after: { ended_sessions: endedSessions, ip: context.ip } },
    context,
  )
}

/**
 * Removes the providers that have verified another address than the account's. A thief's provider cannot verify the
 * account's address.
 */
async function endForeignProviders(tx: Tx, user: AuthUser, now: Date) {
  const removed = await identities.deleteForeignProviders(tx, user)
  if (removed.length === 0) return
  await identities.updateProviders(tx, user.id)
  for (const provider of removed) {
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', ...formatSignInMethod(provider) }, now)
  }
}

/** Deletes all passkeys: one of them may belong to the thief, and the owner can register a new one. */
async function endPasskeys(tx: Tx, user: AuthUser, now: Date) {
  if (await deletePasskeysOf(tx, user.id)) {
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: 'passkey' }, now)
  }
}

/** Adds the identity of a first password, so that the other sign-in methods can be unlinked. */
async function addEmailIdentity(tx: Tx, { id, email, email_confirmed_at }: AuthUser, now: Date) {
  const identity_data = { sub: id, email, email_verified: email_confirmed_at !== null, phone_verified: false }
  const identity = { id: randomUUID(), user_id: id, provider: 'email', provider_id: id, identity_data, email, now }
  if (await identities.createIdentity(tx, identity)) await identities.updateProviders(tx, id)
}

async function setMetadata(tx: Tx, { user, session }: TokenData, data: Metadata, context: RequestContext) {
  await users.updateUserMetadata(tx, user.id, data, context.now)
  const names = Object.keys({ ...user.user_metadata, ...data })
  const changedNames = names.filter((name) => !isDeepStrictEqual(user.user_metadata[name], data[name])).toSorted()
  // Only the names of the fields, because the audit log is never erased.
  await recordEvent(
    tx,
    { user, session },
    'user.updated',
    { after: { changed: changedNames, ip: context.ip } },
    context,
  )
}

/**
 * Starts a change of address, which waits until both mailboxes confirm it. With confirmation by email, the response does not
 * reveal whether another account has the address: such a change never completes.
 */
async function startEmailChange(
  tx: Tx,
  { user, session }: TokenData,
  new_email: string,
  input: Settings & { redirect_to: string | null },
  context: RequestContext,
) {
  if (!input.authConfirmEmail && (await emailChanges.isEmailTaken(tx, new_email))) throwAuthError('email_exists')
  const wait =
    (await countUse(tx, { limit: perEmailChangeMessage, by: user.id }, context.now)) ??
    // Also counted by the new address, because a stranger can have many accounts.
    (await countEmail(tx, { kind: 'new-address', email: new_email }, context))
  if (wait) throwAuthError('over_email_send_rate_limit', wait)
  // A link or code to an earlier new address must not confirm this one.
  await tokens.deleteToken(tx, user.id, 'email_change_new')
  await emailChanges.setNewEmail(tx, { user_id: user.id, new_email, now: context.now })
  const destination = await chooseDestination(tx, { ...input, page: 'callback', redirectAccount: 'none' })
  const changedUser = { ...user, new_email, email_change_agreed: null }
  await sendEmailToBothAddresses(tx, changedUser, { destination, publicUrl: input.publicUrl }, context)
  await recordEvent(tx, { user, session }, 'email_change.requested', { after: { ip: context.ip } }, context)
}

type LinkTargets = { destination: Destination; publicUrl: string }

/** Emails the links and codes of a pending change of address again, unless they were just sent. */
export async function resendChangeEmails(
  tx: Tx,
  user: AuthUser,
  targets: LinkTargets,
  context: RequestContext,
): Promise<void> {
  const { new_email, email_change_agreed } = user
  if (await countUse(tx, { limit: perEmailChangeMessage, by: user.id }, context.now)) return
  if (new_email !== null && email_change_agreed !== 'new') {
    if (await countEmail(tx, { kind: 'new-address', email: new_email }, context)) return
  }
  await emailChanges.setChangeSentAt(tx, user.id, context.now)
  await sendEmailToBothAddresses(tx, user, targets, context)
}

async function sendEmailToBothAddresses(
  tx: Tx,
  user: AuthUser,
  targets: LinkTargets,
  { now }: RequestContext,
): Promise<void> {
  const { new_email, email_change_agreed } = user
  if (new_email === null) return
  // No PKCE challenge, because the two links may be opened on different devices.
  const input = { user, challenge: null, ...targets }
  if (email_change_agreed !== 'current')
    await sendVerificationEmail(tx, { ...input, purpose: 'email_change_current' }, now)
  if (email_change_agreed === 'new' || (await emailChanges.isEmailTaken(tx, new_email))) return
  await sendVerificationEmail(tx, { ...input, purpose: 'email_change_new', to: new_email }, now)
}

type SessionOwner = Pick<TokenData, 'user' | 'session'>

function recordEvent<Before, After>(
  tx: Tx,
  { user, session }: SessionOwner,
  action: AuditAction,
  change: Facts<Before, After>,
  context: RequestContext,
) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    ...change,
    request_id: context.request_id,
  })
}
