import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { takeLimit } from '#platform/http/limits.ts'
import { isWaiting } from '../factor-waits/queries.ts'
import { holdsProof } from '../factor-waits/service.ts'
import { mailNotice, queueWelcomeMail } from '../mails/service.ts'
import { proveAddress } from '../ownership/service.ts'
import { getSlugOf } from '../redirects/queries.ts'
import { nextOf } from '../redirects/rules.ts'
import type { Destination } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, fitsInToken, isBanned, type Metadata, mergeMetadata } from '../users/rules.ts'
import { perSignupRecipient } from '../users/service.ts'
import { mailProof } from '../verification/service.ts'
import { AuthRefusal, type Visit } from '../wire/rules.ts'
import * as queries from './queries.ts'
import type { ProviderProfile } from './rules.ts'

/** Where somebody came from to a provider: a studio's page gives a new account its way back, and mails their face. */
export type Origin = {
  destination: Destination
  publicUrl: string
  /** Whether a new account may be created for them. */
  maySignUp: boolean
}

/** Who comes in by a provider; `isNew` where the account was made just now. */
export type Entrant = AuthUser & { isNew: boolean }

/**
 * Whose account a provider's word opens: that of its subject; else that of its verified address; else a new one. An
 * address that the provider has not verified opens nothing.
 * @returns the person, or why not; what was written belongs to the answer also then, so nothing is thrown
 */
export async function accountFor(
  tx: Tx,
  profile: ProviderProfile,
  origin: Origin,
  visit: Visit,
): Promise<Entrant | AuthRefusal> {
  // Two windows may come back at once; the second one then finds what the first one made.
  await lock(tx, 'user', `${profile.provider}:${profile.provider_id}`)
  const identity = await queries.getIdentity(tx, profile)
  if (identity) return asKnown(await enterByIdentity(tx, identity, { profile, origin }, visit))
  const { email, email_verified } = profile
  if (email === null || !email_verified) return askToVerify(tx, profile, origin, visit)
  const owner = await users.getUserByEmail(tx, email)
  if (owner) return asKnown(await joinByAddress(tx, owner, profile, visit))
  if (!origin.maySignUp) return new AuthRefusal('signup_disabled')
  const made = await makeAccount(tx, { profile, email, confirmed: true }, origin, visit)
  // Somebody has signed up with the address in this very moment.
  if (!made) return new AuthRefusal('request_timeout')
  await users.proveEmail(tx, made.id, visit.now)
  await queueWelcomeMail(tx, made)
  return { ...made, isNew: true }
}

/**
 * Whose account `accountFor` would open, as far as reading tells; this writes nothing.
 * @returns the account's id, null where there is none yet, or why nobody can come in
 */
export async function findAccount(
  tx: Tx,
  profile: ProviderProfile,
  maySignUp: boolean,
  now: Date,
): Promise<string | null | AuthRefusal> {
  const { email, email_verified } = profile
  const identity = await queries.getIdentity(tx, profile)
  const byAddress = !identity && email !== null && email_verified
  const user = identity
    ? await users.getUser(tx, identity.user_id)
    : byAddress && (await users.getUserByEmail(tx, email))
  if (user) return isBanned(user, now) ? new AuthRefusal('user_banned') : user.id
  if (identity) return new AuthRefusal('user_not_found')
  return maySignUp ? null : new AuthRefusal('signup_disabled')
}

const asKnown = (found: AuthUser | AuthRefusal) => (found instanceof AuthRefusal ? found : { ...found, isNew: false })

type Coming = { profile: ProviderProfile; origin: Origin }

async function enterByIdentity(
  tx: Tx,
  identity: { id: string; user_id: string },
  { profile, origin }: Coming,
  visit: Visit,
): Promise<AuthUser | AuthRefusal> {
  // The account before its identity, as everywhere: the owner's proof of this moment must not lose a deadlock.
  await users.lockPasswordHash(tx, identity.user_id)
  const user = await users.getUser(tx, identity.user_id)
  if (!user) return new AuthRefusal('user_not_found')
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  const sameAddress = profile.email === user.email
  if (user.email_confirmed_at === null && !(sameAddress && profile.email_verified)) {
    return mailConfirmation(tx, user, origin, visit)
  }
  // Taken away in this very moment, by the owner of the address perhaps: it opens nothing any more.
  if (!(await queries.noteUse(tx, identity.id, { ...profile, now: visit.now })))
    return new AuthRefusal('request_timeout')
  if (sameAddress && profile.email_verified && !(await holdsProof(tx, user.id))) {
    await users.proveEmail(tx, user.id, visit.now)
  }
  await adoptWords(tx, user.id, user.user_metadata, profile, visit)
  return user
}

// A provider has verified that this person owns the address. If the address was never proven before, a stranger may have
// created the account: their ways to sign in and their profile texts are removed. If a second factor delays the proof,
// nothing changes (record 0053).
async function joinByAddress(
  tx: Tx,
  owner: AuthUser,
  profile: ProviderProfile,
  visit: Visit,
): Promise<AuthUser | AuthRefusal> {
  if (isBanned(owner, visit.now)) return new AuthRefusal('user_banned')
  const proven = await queries.isProven(tx, owner.id)
  if (!(await proveAddress(tx, owner, { by: 'provider', madeBy: 'anybody' }, visit))) return owner
  await addIdentity(tx, owner, profile, visit)
  await adoptWords(tx, owner.id, proven ? owner.user_metadata : {}, profile, visit)
  if (!proven) await queries.renameProfile(tx, owner.id, nameIn(profile))
  return owner
}

const nameIn = ({ identity_data: { full_name } }: ProviderProfile) => (typeof full_name === 'string' ? full_name : null)

async function addIdentity(tx: Tx, user: AuthUser, profile: ProviderProfile, visit: Visit): Promise<boolean> {
  const { provider, provider_id, identity_data, email } = profile
  const identity = { id: randomUUID(), user_id: user.id, provider, provider_id, identity_data, email, now: visit.now }
  if (!(await queries.createIdentity(tx, identity))) return false
  await queries.updateProviders(tx, user.id)
  await mailNotice(tx, user, { kind: 'sign_in_method_added', ...methodOf(provider) }, visit.now)
  await trail(tx, user.id, 'identity.linked', profile, visit)
  return true
}

/** A way to sign in as notices name it; those of an operator's own have no name there. */
export const methodOf = (provider: string) =>
  provider === 'google' ? { method: 'google' as const } : provider === 'email' ? { method: 'password' as const } : {}

// Metadata travels in every token: words that would make it too large stay out.
async function adoptWords(tx: Tx, user_id: string, current: Metadata, profile: ProviderProfile, visit: Visit) {
  const merged = mergeMetadata(current, profile.identity_data)
  if (fitsInToken(merged)) await users.updateUserMetadata(tx, user_id, merged, visit.now)
}

type NewAccount = { profile: ProviderProfile; email: string; confirmed: boolean }

/** Makes an account without a password. @returns undefined, having written nothing, where the address is taken */
async function makeAccount(tx: Tx, { profile, email, confirmed }: NewAccount, origin: Origin, visit: Visit) {
  const { studio_id, url, bound_studio_id } = origin.destination
  const signup_namespace = studio_id === null ? null : await getSlugOf(tx, studio_id)
  const said = mergeMetadata(profile.identity_data, { signup_namespace })
  // With the account, so that it is there on whatever device its person first gets in.
  const next = signup_namespace && bound_studio_id === null ? nextOf(url) : null
  const kept = mergeMetadata(said, { signup_next: next })
  const at = visit.now.toISOString()
  const id = randomUUID()
  const account = {
    id,
    email,
    encrypted_password: null,
    email_confirmed_at: confirmed ? at : null,
    confirmation_sent_at: confirmed ? null : at,
    user_metadata: fitsInToken(kept) ? kept : said,
  }
  if (!(await users.createUser(tx, { ...account, now: visit.now }))) return undefined
  const { provider, provider_id, identity_data } = profile
  const identity = { id: randomUUID(), user_id: id, provider, provider_id, identity_data, email, now: visit.now }
  await queries.createIdentity(tx, identity)
  await queries.updateProviders(tx, id)
  await users.createProfile(tx, { id, full_name: nameIn(profile) })
  await trail(tx, id, 'user.signed_up', profile, visit)
  return users.getUser(tx, id)
}

/**
 * Nobody has verified this address. An account that exists is left alone; a new one waits until the reader of the
 * address confirms it, and that removes the provider: the person at the provider may be a stranger.
 */
async function askToVerify(tx: Tx, profile: ProviderProfile, origin: Origin, visit: Visit): Promise<AuthRefusal> {
  const { email } = profile
  // The same for a known address: the answer must not tell who has an account.
  if (!origin.maySignUp) return new AuthRefusal('signup_disabled')
  const refusal = new AuthRefusal('provider_email_needs_verification')
  if (email === null) return refusal
  const made = await makeAccount(tx, { profile, email, confirmed: false }, origin, visit)
  return made ? mailConfirmation(tx, made, origin, visit) : refusal
}

async function mailConfirmation(tx: Tx, user: AuthUser, origin: Origin, visit: Visit): Promise<AuthRefusal> {
  if (!(await takeLimit(tx, { limit: perSignupRecipient, by: user.email }, visit.now))) {
    // Without a challenge: anyone who opens it confirms on a page with a button, on any device, and then comes again.
    await mailProof(tx, { user, purpose: 'signup', challenge: null, ...origin }, visit.now)
  }
  return new AuthRefusal('provider_email_needs_verification')
}

/** Why a person cannot have this identity: somebody has it already, be it they themselves. */
export async function clashWith(tx: Tx, user_id: string, profile: ProviderProfile): Promise<AuthRefusal | null> {
  const identity = await queries.getIdentity(tx, profile)
  if (!identity) return null
  const message = identity.user_id === user_id ? { message: 'Identity is already linked' } : {}
  return new AuthRefusal('identity_already_exists', message)
}

/** Adds a way to sign in to the account of somebody who is signed in. @returns why it cannot be, if it cannot */
export async function linkIdentity(
  tx: Tx,
  user: AuthUser,
  profile: ProviderProfile,
  visit: Visit,
): Promise<AuthRefusal | null> {
  await lock(tx, 'user', `${profile.provider}:${profile.provider_id}`)
  const clash = await clashWith(tx, user.id, profile)
  if (clash) return clash
  if (await isWaiting(tx, user.id)) return new AuthRefusal('factor_wait_running')
  if (!(await addIdentity(tx, user, profile, visit))) return new AuthRefusal('identity_already_exists')
  // They hold the account and now have shown its address to be theirs: nothing of it can be anybody else's.
  if (profile.email_verified && profile.email === user.email) {
    await proveAddress(tx, user, { by: 'provider', madeBy: 'the same person' }, visit)
  }
  await adoptWords(tx, user.id, user.user_metadata, profile, visit)
  return null
}

/** Writes a change of somebody's ways to sign in into the trail. */
export function trail(tx: Tx, user_id: string, action: string, { provider }: { provider: string }, visit: Visit) {
  return insertAuditEntry(tx, {
    actor_id: user_id,
    session_id: null,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user_id,
    after: { provider, ip: visit.ip },
    request_id: visit.request_id,
  })
}
