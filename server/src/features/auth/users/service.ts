import { randomUUID } from 'node:crypto'
import { PASSWORD_MAX } from '@studiohub/contract/features/auth/schema.ts'
import { isReservedSlug, slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import { name } from '@studiohub/contract/shared/text.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { isLeakedPassword } from '#platform/auth/leaked-passwords.ts'
import { padDuration } from '#platform/auth/pad-duration.ts'
import { hashPassword, verifyPassword } from '#platform/auth/passwords.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, countUse, getNetwork, type Limit } from '#platform/http/limits.ts'
import { queueWelcomeEmail } from '../email-service.ts'
import { chooseDestination } from '../redirects/service.ts'
import { answerTokens } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import { isInvited } from '../sign-up-service.ts'
import { sendVerificationEmail, sendWelcomeEmail } from '../verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'
import * as queries from './queries.ts'
import { type AuthUser, fitsInToken, type Identity, type Metadata, presentUser } from './rules.ts'

const perNetwork: Limit = { name: 'signup', count: 30, per_seconds: 300 }
// With automatic confirmation, a sign-up reveals whether an address has an account, so each address has a low limit.
const perEmail: Limit = { name: 'signup-email', count: 10, per_seconds: 3600 }
// One network gets less than half of the attempts, so that a stranger does not use up those that the owner needs.
const perEmailNetwork: Limit = { name: 'signup-email-network', count: 4, per_seconds: 3600 }
/** How often one address gets the email of a sign-up. */
export const perSignupRecipient: Limit = { name: 'mail-signup', count: 1, per_seconds: 60 }

type PasswordRules = { passwordRules: { min_length: number } }

/**
 * Rejects a password that is too short, too long or known to have leaked, with GoTrue's codes.
 * @throws AuthError validation_failed, or weak_password with the reason `length` or `pwned`
 */
export async function requireGoodPassword(password: string, { passwordRules }: PasswordRules): Promise<void> {
  const { min_length } = passwordRules
  if (password.length > PASSWORD_MAX) {
    throwAuthError('validation_failed', { message: `Password cannot be longer than ${PASSWORD_MAX} characters` })
  }
  if (password.length < min_length) {
    throwAuthError('weak_password', {
      reasons: ['length'],
      message: `Password should be at least ${min_length} characters.`,
    })
  }
  if (await isLeakedPassword(password)) {
    throwAuthError('weak_password', {
      reasons: ['pwned'],
      message: 'This password has appeared in a data leak. Please choose another one.',
    })
  }
}

/** Checks user metadata: a valid name, and small enough for a token. @throws AuthError validation_failed */
export function readMetadata(data: Metadata): Metadata {
  const typedName = data.full_name
  const full_name =
    typeof typedName === 'string' && typedName.trim() !== '' ? name('Name is required').safeParse(typedName) : null
  if (full_name && !full_name.success) {
    throwAuthError('validation_failed', { message: full_name.error.issues[0]?.message ?? 'Please check the name' })
  }
  const checkedData = full_name ? { ...data, full_name: full_name.data } : data
  return fitsInToken(checkedData) ? checkedData : throwAuthError('validation_failed', { message: 'data is too large' })
}

/** Requires that `signup_namespace` is a possible slug; null deletes it. @throws AuthError validation_failed */
export function requireNamespace({ signup_namespace }: Metadata): void {
  if (signup_namespace === undefined || signup_namespace === null) return
  if (typeof signup_namespace === 'string' && slugPattern.test(signup_namespace) && !isReservedSlug(signup_namespace))
    return
  throwAuthError('validation_failed', { message: "signup_namespace must be a studio's slug" })
}

export type SignUpInput = {
  email: string | null
  phone: string | null
  password: string | null
  data: Metadata | null
  challenge: Challenge | null
  redirect_to: string | null
}

type Settings = { publicUrl: string; authSignup: boolean; authConfirmEmail: boolean } & PasswordRules

/**
 * Creates an account. Without email confirmation the response is a session. With it, the response is the future account, and
 * looks the same for a new, an unconfirmed and a known address. The secret of an invitation in `data.invitation_token` proves
 * the address. While sign-up is off, an account needs such a secret.
 */
export async function signUp(input: SignUpInput, settings: Settings, context: RequestContext) {
  if (input.email === null)
    throwAuthError(input.phone === null ? 'anonymous_provider_disabled' : 'phone_provider_disabled')
  const password =
    input.password ?? throwAuthError('validation_failed', { message: 'Signup requires a valid password' })
  const email = readEmail(input.email)
  // The secret must not stay in metadata, which is part of every token.
  const { invitation_token, ...metadata } = input.data ?? {}
  requireNamespace(metadata)
  const data = readMetadata(metadata)
  const network = getNetwork(context.ip)
  await countSignUp({ limit: perNetwork, by: network }, context)
  const invited = await isInvited(invitation_token, email, context.now)
  // Strangers who use up the limit of an address must not lock out a person with an invitation.
  if (!invited) {
    // The order matters: a call beyond the limit of its network must not count for the address.
    await countSignUp({ limit: perEmailNetwork, by: `${email} ${network}` }, context)
    await countSignUp({ limit: perEmail, by: email }, context)
  }
  // Before any check that depends on the address: known and unknown addresses get the same response.
  if (!settings.authSignup && !invited) throwAuthError('signup_disabled')
  await requireGoodPassword(password, settings)
  const needsConfirmation = settings.authConfirmEmail && !invited
  const person = buildPerson(email, data, needsConfirmation, context.now)
  const encrypted_password = await hashPassword(password)
  if (!needsConfirmation) {
    return signUpWithSession({ ...person, encrypted_password, proven: invited }, settings.publicUrl, context)
  }
  const pending_hash = await findPendingHash(email, password)
  const registration = { ...person, encrypted_password, pending_hash }
  await padDuration(() => asAuth((tx) => requireConfirmation(tx, registration, input, settings, context)))
  return presentUser(person.user, [person.identity])
}

async function countSignUp(use: { limit: Limit; by: string }, { now }: RequestContext): Promise<void> {
  const wait = await consumeLimits([use], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

export type NewPerson = { user: AuthUser; identity: Identity }

/** Builds the rows of a person and their identity, without storing them. */
export function buildPerson(email: string, data: Metadata, needsConfirmation: boolean, now: Date): NewPerson {
  const at = now.toISOString()
  const id = randomUUID()
  const user_metadata = { ...data, sub: id, email, email_verified: false, phone_verified: false }
  return {
    user: {
      id,
      email,
      email_confirmed_at: needsConfirmation ? null : at,
      confirmation_sent_at: needsConfirmation ? at : null,
      recovery_sent_at: null,
      new_email: null,
      email_change_sent_at: null,
      email_change_agreed: null,
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata,
      banned_until: null,
      created_at: at,
      updated_at: at,
    },
    identity: {
      id: randomUUID(),
      user_id: id,
      provider: 'email',
      provider_id: id,
      identity_data: user_metadata,
      email,
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    },
  }
}

export type Registration = NewPerson & { encrypted_password: string | null }

/** Stores the person, their identity and profile. @returns false, without any change, if the address is taken */
export async function registerPerson(
  tx: Tx,
  { user, identity, encrypted_password }: Registration,
  context: RequestContext,
): Promise<boolean> {
  const { id, email, email_confirmed_at, confirmation_sent_at, user_metadata } = user
  const account = { id, email, email_confirmed_at, confirmation_sent_at, user_metadata, encrypted_password }
  if (!(await queries.createUser(tx, { ...account, now: context.now }))) return false
  await queries.createEmailIdentity(tx, { ...identity, email, now: context.now })
  const full_name = user_metadata.full_name
  await queries.createProfile(tx, { id, full_name: typeof full_name === 'string' ? full_name : null })
  await insertAuditEntry(tx, {
    actor_id: id,
    session_id: null,
    studio_id: null,
    action: 'user.signed_up',
    object_type: 'user',
    object_id: id,
    after: { ip: context.ip },
    request_id: context.request_id,
  })
  return true
}

type DirectSignUp = Registration & { proven: boolean }

async function signUpWithSession({ proven, ...person }: DirectSignUp, publicUrl: string, context: RequestContext) {
  const tokenData = await asAuth(async (tx) => {
    // An unconfirmed account has no proven owner, so this sign-up replaces it.
    await queries.deleteUnconfirmedUser(tx, person.user.email)
    if (!(await registerPerson(tx, person, context))) throwAuthError('user_already_exists')
    if (proven) await queries.proveEmail(tx, person.user.id, context.now)
    if (proven) await queueWelcomeEmail(tx, person.user)
    else await sendWelcomeEmail(tx, person.user, publicUrl, context.now)
    return openSession(tx, person.user, 'password', context)
  })
  return answerTokens(tokenData, context.now)
}

/** The stored hash of the account with this address if the password matches it, else null. Both cases take the same time. */
async function findPendingHash(email: string, password: string): Promise<string | null> {
  const storedHash = (await asAuth((tx) => queries.getUserByEmail(tx, email)))?.encrypted_password ?? null
  return (await verifyPassword(storedHash, password)) ? storedHash : null
}

type PendingSignUp = Registration & { pending_hash: string | null }

/**
 * Emails the confirmation of a new account and replaces an unconfirmed account with this address. If two people signed up
 * with the address, either of them may read the email. So the password is stored only if both chose the same one. Otherwise
 * the account has no password, and the person chooses one after confirming.
 */
async function requireConfirmation(
  tx: Tx,
  person: PendingSignUp,
  input: SignUpInput,
  settings: Settings,
  context: RequestContext,
) {
  const { now } = context
  const { user } = person
  // If two people sign up at the same time, the second must see the changes of the first.
  await lock(tx, 'user', user.email)
  const existing = await queries.getUserByEmail(tx, user.email)
  if (existing && existing.email_confirmed_at !== null) return
  const isContested = existing !== undefined && (person.pending_hash ?? '') !== existing.encrypted_password
  if (await countUse(tx, { limit: perSignupRecipient, by: user.email }, now)) {
    if (isContested) await queries.deleteUnconfirmedPassword(tx, existing.id)
    return
  }
  if (existing) await queries.deleteUnconfirmedUser(tx, existing.email)
  const encrypted_password = isContested ? null : person.encrypted_password
  if (!(await registerPerson(tx, { ...person, encrypted_password }, context))) return
  const { publicUrl } = settings
  const target = { redirect_to: input.redirect_to, publicUrl, page: 'callback' as const }
  const destination = await chooseDestination(tx, { ...target, redirectAccount: 'created' })
  await sendVerificationEmail(tx, { user, purpose: 'signup', challenge: input.challenge, destination, publicUrl }, now)
}
