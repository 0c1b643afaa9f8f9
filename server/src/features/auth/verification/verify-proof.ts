import { verifyPassword } from '#platform/auth/passwords.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { confirmEmailChange, getMailbox } from '../email-change/service.ts'
import * as flows from '../flows/queries.ts'
import { hasProvider } from '../identities/queries.ts'
import { proveAddress } from '../ownership/service.ts'
import { answerTokens, type TokenData } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import { markFormerAddressProofs } from '../sessions/queries.ts'
import { countPasswordTry } from '../sign-in-with-password.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { AuthError, type RequestContext, requireHome, throwAuthError } from '../wire/rules.ts'
import { readEmail } from '../wire/schema.ts'
import { countVerifyTry } from './limit-verification.ts'
import { invalidLinkError, requirePurposes } from './open-link.ts'
import * as queries from './queries.ts'
import { getPurposes, isEmailedCode, isPhone, type Purpose } from './rules.ts'

type VerifyInput = {
  type: string | null
  email: string | null
  phone: string | null
  token: string | null
  token_hash: string | null
  password: string | null
}

/** The message after one of two mailboxes has confirmed a change of address. */
const FIRST_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** `POST /verify`: a six-digit code with its address, or a link's token, signs in at once, on any device. */
export async function verifyProof(input: VerifyInput, context: RequestContext) {
  if ((input.token === null) === (input.token_hash === null)) {
    throwAuthError('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  if (input.type === 'sms' || input.type === 'phone_change') return verifyPhone(input, context)
  const purposes = requirePurposes(getPurposes(input.type ?? ''))
  if (input.type === 'recovery' || input.type === 'email_change') requireHome(context)
  const email = input.token === null ? null : readEmail(input.email ?? '')
  await countVerifyTry(context, email)
  const password_hash = await checkPassword(input, purposes, context)
  const outcome = await asAuth(async (tx) => {
    const proof = email
      ? await findCodeOwner(tx, { email, purposes, code: input.token ?? '' }, context.now)
      : await queries.consumeLink(tx, { link_hash: sha256(input.token_hash ?? ''), purposes, now: context.now })
    // A link's token never goes to a studio's domain, so its session is not bound to a studio.
    const studio_id = email ? (proof?.studio_id ?? null) : null
    return proof
      ? signInByProof(tx, { ...proof, studio_id, by: email ? 'code' : { password_hash } }, context)
      : email
        ? new AuthError('otp_expired')
        : invalidLinkError()
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome === 'agreed' ? { msg: FIRST_CONFIRMED, code: '200' } : answerTokens(outcome, context.now)
}

// We have no sign-in with a phone number, so no such code was ever sent.
async function verifyPhone({ phone }: VerifyInput, context: RequestContext): Promise<never> {
  if (phone === null || !isPhone(phone)) {
    throwAuthError('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  }
  await countVerifyTry(context)
  return throwAuthError('otp_expired')
}

// A thrown error would roll back the count of a wrong attempt, so nothing is thrown here.
async function findCodeOwner(tx: Tx, input: { email: string; purposes: readonly Purpose[]; code: string }, now: Date) {
  const storedCodes = await queries.countCodeTries(tx, { email: input.email, purposes: input.purposes, now })
  return storedCodes.find((stored) => isEmailedCode(stored, stored.user_id, stored.purpose, input.code))
}

/**
 * Checks the password that our page sends with the link of a sign-up. A wrong one does not use up the link.
 * @returns the hash of the right one; null if none was sent
 * @throws AuthError current_password_invalid
 */
async function checkPassword(
  { token_hash, password }: VerifyInput,
  purposes: readonly Purpose[],
  context: RequestContext,
): Promise<string | null> {
  if (password === null || token_hash === null || !purposes.includes('signup')) return null
  const link = { link_hash: sha256(token_hash), purposes: ['signup'], now: context.now } as const
  const person = await asAuth(async (tx) => {
    const storedLink = await queries.getLink(tx, link)
    return storedLink && users.getUser(tx, storedLink.user_id)
  })
  if (!person) return null
  await countPasswordTry(person.email, context)
  const storedHash = await asAuth((tx) => users.lockPasswordHash(tx, person.id))
  return (await verifyPassword(storedHash, password)) ? storedHash : throwAuthError('current_password_invalid')
}

type CheckedProof = {
  user_id: string
  purpose: Purpose
  studio_id: string | null
  /** By a code, or by a link; for a link, the hash of the password that was sent with it. */
  by: 'code' | { password_hash: string | null }
}

async function signInByProof(
  tx: Tx,
  proof: CheckedProof,
  context: RequestContext,
): Promise<TokenData | AuthError | 'agreed'> {
  const { user_id, purpose, studio_id, by } = proof
  // If two mailboxes confirm at the same time, the second must see the change of the first.
  const storedHash = await users.lockPasswordHash(tx, user_id)
  const user = await users.getUser(tx, user_id)
  if (!user) return invalidLinkError()
  if (isBanned(user, context.now)) return new AuthError('user_banned')
  const mailbox = getMailbox(purpose)
  if (mailbox) {
    const outcome = await confirmEmailChange(tx, user, mailbox, context)
    if (outcome !== 'changed') return outcome
    const changedUser = { id: user_id, email: user.new_email ?? user.email }
    const tokenData = await openSession(tx, changedUser, 'otp', context)
    // The last confirmation came from the former mailbox, so it does not prove the new address.
    if (mailbox === 'current') await markFormerAddressProofs(tx, user_id)
    return tokenData
  }
  // The six digits are typed on the page of the sign-up, so they show who signed up. The button of a link does not, because a
  // reader who never signed up can press it. On a studio's domain the studio sees the typed digits, and may itself have signed
  // up with this address.
  const isCreator = studio_id === null && (by === 'code' || (storedHash !== null && by.password_hash === storedHash))
  await acceptProof(tx, user, { purpose, isCreator }, context)
  // Setting a password after a recovery removes everything that a stranger may have added (docs/decisions/0075).
  return openSession(tx, user, purpose === 'recovery' ? 'recovery' : 'otp', context, { sent_to: studio_id })
}

type AcceptedProof = {
  purpose: Purpose
  /**
   * Whether the reader has proven that they are the person who signed up: by the verifier of their browser, the password or
   * the six digits.
   */
  isCreator: boolean
}

/**
 * Applies a proof of the address, and ends all emailed links and codes of the person. The email of a sign-up confirms the
 * chosen password if its reader is the person who signed up. No other email shows who created the account, not even the one
 * after a sign-up with a provider that did not verify the address.
 */
export async function acceptProof(
  tx: Tx,
  user: AuthUser,
  { purpose, isCreator }: AcceptedProof,
  context: RequestContext,
): Promise<void> {
  await queries.deleteTokensOf(tx, user.id)
  // Also ends a code that the same link gave to another browser.
  await flows.deleteMailedFlowsOf(tx, user.id)
  const isOwnSignUp = purpose === 'signup' && isCreator && !(await hasProvider(tx, user.id))
  await proveAddress(tx, user, { by: purpose, creator: isOwnSignUp ? 'owner' : 'unknown' }, context)
}
