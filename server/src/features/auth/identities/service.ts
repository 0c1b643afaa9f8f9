import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { countUse } from '#platform/http/limits.ts'
import { queueSecurityNotice, queueWelcomeEmail } from '../email-service.ts'
import { isWaiting } from '../factor-waits/queries.ts'
import { isProofDelayed } from '../factor-waits/service.ts'
import { proveAddress } from '../ownership/service.ts'
import { getSlugOf } from '../redirects/queries.ts'
import { getRequestedPage } from '../redirects/rules.ts'
import type { Destination } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, fitsInToken, isBanned, type Metadata, mergeMetadata } from '../users/rules.ts'
import { perSignupRecipient } from '../users/service.ts'
import { sendVerificationEmail } from '../verification/send-verification-email.ts'
import { AuthError, type RequestContext } from '../wire/rules.ts'
import * as queries from './queries.ts'
import type { ProviderProfile } from './rules.ts'

/**
 * Where a provider sign-in started. From a studio's page, a new account returns to that page, and its emails have the
 * studio's branding.
 */
export type Origin = {
  destination: Destination
  publicUrl: string
  /** Whether a new account may be created. */
  maySignUp: boolean
}

/** The account of a provider sign-in; `isNew` if it has just been created. */
export type ProviderAccount = AuthUser & { isNew: boolean }

/**
 * Finds or creates the account of a provider's profile: by the identity, else by the verified address, else a new one. An
 * address that the provider has not verified opens no account.
 * @returns the account or the error. The error is not thrown, because changes must be committed in both cases
 */
export async function findOrCreateAccount(
  tx: Tx,
  profile: ProviderProfile,
  origin: Origin,
  context: RequestContext,
): Promise<ProviderAccount | AuthError> {
  // Two windows may return at the same time. The second one then finds the account of the first.
  await lock(tx, 'user', `${profile.provider}:${profile.provider_id}`)
  const identity = await queries.getIdentity(tx, profile)
  if (identity) return markAsExisting(await signInByIdentity(tx, identity, { profile, origin }, context))
  const { email, email_verified } = profile
  if (email === null || !email_verified) return requireVerification(tx, profile, origin, context)
  const owner = await users.getUserByEmail(tx, email)
  if (owner) return markAsExisting(await addProviderByAddress(tx, owner, profile, context))
  if (!origin.maySignUp) return new AuthError('signup_disabled')
  const account = await createAccount(tx, { profile, email, confirmed: true }, origin, context)
  // Another person has just signed up with the address.
  if (!account) return new AuthError('request_timeout')
  await users.proveEmail(tx, account.id, context.now)
  await queueWelcomeEmail(tx, account)
  return { ...account, isNew: true }
}

/**
 * Finds the account that `findOrCreateAccount` would open, without writing.
 * @returns the account's id, null if there is none yet, or the error
 */
export async function findAccount(
  tx: Tx,
  profile: ProviderProfile,
  maySignUp: boolean,
  now: Date,
): Promise<string | null | AuthError> {
  const { email, email_verified } = profile
  const identity = await queries.getIdentity(tx, profile)
  const isFoundByAddress = !identity && email !== null && email_verified
  const user = identity
    ? await users.getUser(tx, identity.user_id)
    : isFoundByAddress && (await users.getUserByEmail(tx, email))
  if (user) return isBanned(user, now) ? new AuthError('user_banned') : user.id
  if (identity) return new AuthError('user_not_found')
  return maySignUp ? null : new AuthError('signup_disabled')
}

const markAsExisting = (account: AuthUser | AuthError) =>
  account instanceof AuthError ? account : { ...account, isNew: false }

type ProviderOrigin = { profile: ProviderProfile; origin: Origin }

async function signInByIdentity(
  tx: Tx,
  identity: { id: string; user_id: string },
  { profile, origin }: ProviderOrigin,
  context: RequestContext,
): Promise<AuthUser | AuthError> {
  // All code locks the account before its identity. The other order could deadlock with a proof by the owner.
  await users.lockPasswordHash(tx, identity.user_id)
  const user = await users.getUser(tx, identity.user_id)
  if (!user) return new AuthError('user_not_found')
  if (isBanned(user, context.now)) return new AuthError('user_banned')
  const isSameAddress = profile.email === user.email
  if (user.email_confirmed_at === null && !(isSameAddress && profile.email_verified)) {
    return sendConfirmationEmail(tx, user, origin, context)
  }
  // The identity was just removed, perhaps by the owner of the address, so it no longer opens the account.
  if (!(await queries.recordUse(tx, identity.id, { ...profile, now: context.now })))
    return new AuthError('request_timeout')
  if (isSameAddress && profile.email_verified && !(await isProofDelayed(tx, user.id))) {
    await users.proveEmail(tx, user.id, context.now)
  }
  await updateMetadata(tx, user.id, user.user_metadata, profile, context)
  return user
}

// A provider has verified that this person owns the address. If the address was not proven before, a stranger may have
// created the account, so the stranger's sign-in methods and profile texts are removed. If a second factor delays the proof,
// nothing changes (docs/decisions/0053).
async function addProviderByAddress(
  tx: Tx,
  owner: AuthUser,
  profile: ProviderProfile,
  context: RequestContext,
): Promise<AuthUser | AuthError> {
  if (isBanned(owner, context.now)) return new AuthError('user_banned')
  const wasProven = await queries.isEmailProven(tx, owner.id)
  if (!(await proveAddress(tx, owner, { by: 'provider', creator: 'unknown' }, context))) return owner
  await addIdentity(tx, owner, profile, context)
  await updateMetadata(tx, owner.id, wasProven ? owner.user_metadata : {}, profile, context)
  if (!wasProven) await queries.renameProfile(tx, owner.id, fullNameOf(profile))
  return owner
}

const fullNameOf = ({ identity_data: { full_name } }: ProviderProfile) =>
  typeof full_name === 'string' ? full_name : null

async function addIdentity(
  tx: Tx,
  user: AuthUser,
  profile: ProviderProfile,
  context: RequestContext,
): Promise<boolean> {
  const { provider, provider_id, identity_data, email } = profile
  const identity = { id: randomUUID(), user_id: user.id, provider, provider_id, identity_data, email, now: context.now }
  if (!(await queries.createIdentity(tx, identity))) return false
  await queries.updateProviders(tx, user.id)
  await queueSecurityNotice(tx, user, { kind: 'sign_in_method_added', ...formatSignInMethod(provider) }, context.now)
  await recordEvent(tx, user.id, 'identity.linked', profile, context)
  return true
}

/** A sign-in method as emails name it. Providers that the operator has configured have no name in emails. */
export const formatSignInMethod = (provider: string) =>
  provider === 'google' ? { method: 'google' as const } : provider === 'email' ? { method: 'password' as const } : {}

// Metadata is part of every token. An update that would make a token too large is skipped.
async function updateMetadata(
  tx: Tx,
  user_id: string,
  current: Metadata,
  profile: ProviderProfile,
  context: RequestContext,
) {
  const newMetadata = mergeMetadata(current, profile.identity_data)
  if (fitsInToken(newMetadata)) await users.updateUserMetadata(tx, user_id, newMetadata, context.now)
}

type NewAccount = { profile: ProviderProfile; email: string; confirmed: boolean }

/** Creates an account without a password. @returns undefined, without any change, if the address is taken */
async function createAccount(
  tx: Tx,
  { profile, email, confirmed }: NewAccount,
  origin: Origin,
  context: RequestContext,
) {
  const { studio_id, url, bound_studio_id } = origin.destination
  const signup_namespace = studio_id === null ? null : await getSlugOf(tx, studio_id)
  const metadata = mergeMetadata(profile.identity_data, { signup_namespace })
  // Stored with the account, so that the first sign-in knows it on any device.
  const signup_next = signup_namespace && bound_studio_id === null ? getRequestedPage(url) : null
  const mergedMetadata = mergeMetadata(metadata, { signup_next })
  const at = context.now.toISOString()
  const id = randomUUID()
  const account = {
    id,
    email,
    encrypted_password: null,
    email_confirmed_at: confirmed ? at : null,
    confirmation_sent_at: confirmed ? null : at,
    user_metadata: fitsInToken(mergedMetadata) ? mergedMetadata : metadata,
  }
  if (!(await users.createUser(tx, { ...account, now: context.now }))) return undefined
  const { provider, provider_id, identity_data } = profile
  const identity = { id: randomUUID(), user_id: id, provider, provider_id, identity_data, email, now: context.now }
  await queries.createIdentity(tx, identity)
  await queries.updateProviders(tx, id)
  await users.createProfile(tx, { id, full_name: fullNameOf(profile) })
  await recordEvent(tx, id, 'user.signed_up', profile, context)
  return users.getUser(tx, id)
}

/**
 * Handles an address that the provider has not verified. An existing account does not change. A new account waits until the
 * reader of the mailbox confirms the address. The confirmation removes the provider, because the person at the provider may
 * be a stranger.
 */
async function requireVerification(
  tx: Tx,
  profile: ProviderProfile,
  origin: Origin,
  context: RequestContext,
): Promise<AuthError> {
  const { email } = profile
  // The response is the same for a known address, so it does not reveal who has an account.
  if (!origin.maySignUp) return new AuthError('signup_disabled')
  const error = new AuthError('provider_email_needs_verification')
  if (email === null) return error
  const account = await createAccount(tx, { profile, email, confirmed: false }, origin, context)
  return account ? sendConfirmationEmail(tx, account, origin, context) : error
}

async function sendConfirmationEmail(
  tx: Tx,
  user: AuthUser,
  origin: Origin,
  context: RequestContext,
): Promise<AuthError> {
  if (!(await countUse(tx, { limit: perSignupRecipient, by: user.email }, context.now))) {
    // No PKCE challenge: the link opens a page with a button, on any device, and the person then signs in again.
    await sendVerificationEmail(tx, { user, purpose: 'signup', challenge: null, ...origin }, context.now)
  }
  return new AuthError('provider_email_needs_verification')
}

/** The error if an identity already belongs to an account, also to this person's; null if it belongs to none. */
export async function checkIdentityFree(tx: Tx, user_id: string, profile: ProviderProfile): Promise<AuthError | null> {
  const identity = await queries.getIdentity(tx, profile)
  if (!identity) return null
  const message = identity.user_id === user_id ? { message: 'Identity is already linked' } : {}
  return new AuthError('identity_already_exists', message)
}

/** Adds a sign-in provider to a signed-in person's account. @returns the error, or null */
export async function linkIdentity(
  tx: Tx,
  user: AuthUser,
  profile: ProviderProfile,
  context: RequestContext,
): Promise<AuthError | null> {
  await lock(tx, 'user', `${profile.provider}:${profile.provider_id}`)
  const identityError = await checkIdentityFree(tx, user.id, profile)
  if (identityError) return identityError
  if (await isWaiting(tx, user.id)) return new AuthError('factor_wait_running')
  if (!(await addIdentity(tx, user, profile, context))) return new AuthError('identity_already_exists')
  // The person is signed in and has proven the address, so everything in the account belongs to them.
  if (profile.email_verified && profile.email === user.email) {
    await proveAddress(tx, user, { by: 'provider', creator: 'owner' }, context)
  }
  await updateMetadata(tx, user.id, user.user_metadata, profile, context)
  return null
}

/** Records a change of a person's sign-in methods in the audit log. */
export function recordEvent(
  tx: Tx,
  user_id: string,
  action: AuditAction,
  { provider }: { provider: string },
  context: RequestContext,
) {
  return insertAuditEntry(tx, {
    actor_id: user_id,
    session_id: null,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user_id,
    after: { provider, ip: context.ip },
    request_id: context.request_id,
  })
}
