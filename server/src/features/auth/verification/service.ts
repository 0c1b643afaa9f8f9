import { randomUUID } from 'node:crypto'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { confirmEmailChange, mailboxOf } from '../email-change/service.ts'
import * as flows from '../flows/queries.ts'
import { hasProvider } from '../identities/queries.ts'
import { takeCodeLimit } from '../limit-mails.ts'
import { queueProofMail, queueWelcomeMail } from '../mails/service.ts'
import { proveAddress } from '../ownership/service.ts'
import {
  type RedirectAccount,
  type Redirection,
  siteDefault,
  toConfirmPage,
  withCode,
  withError,
} from '../redirects/rules.ts'
import { chooseDestination, type Destination, moveHome, redirectWithCode } from '../redirects/service.ts'
import { retireMailEntries } from '../sessions/queries.ts'
import { answerTokens, openSession, type SignedIn } from '../sessions/service.ts'
import { countPasswordTry } from '../sign-in-with-password.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { AuthError, requireHome, throwAuthError, type Visit } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'
import * as queries from './queries.ts'
import {
  isMailedCode,
  isPhone,
  isPkceLink,
  type LinkOnly,
  linkTo,
  makeProof,
  methodOf,
  type Purpose,
  purposesOf,
  purposesOfLink,
  typeOf,
} from './rules.ts'

const perAddress: Limit = { name: 'verify', count: 30, per_seconds: 300 }
const AUTH_CODE_BYTES = 32

const invalidLinkError = () => new AuthError('otp_expired', { message: 'Email link is invalid or has expired' })

/** The data for an email with a link and a code. */
export type ProofInput = {
  user: Pick<AuthUser, 'id' | 'user_metadata'>
  purpose: Exclude<Purpose, LinkOnly>
  /** The recipient, if it is not the account's present address. */
  to?: string
  challenge: Challenge | null
  destination: Destination
  publicUrl: string
}

/** Makes a link and a code, keeps what recognises them, and queues the mail that carries them. */
export async function mailProof(tx: Tx, input: ProofInput, now: Date): Promise<void> {
  const { user, purpose, to } = input
  const { link, code, studio_id } = await replaceProof(tx, input, now)
  await queueProofMail(tx, { user, purpose, link, code, studio_id, ...(to && { to }) })
}

/** Makes a link that nobody mails, and keeps what recognises it. The code that belongs to it is told to nobody. */
export async function createLink(tx: Tx, input: ProofInput, now: Date): Promise<string> {
  const { link } = await replaceProof(tx, input, now)
  return link
}

/** Puts a new link and code in the place of the former ones. */
async function replaceProof(tx: Tx, input: ProofInput, now: Date) {
  const { user, purpose, publicUrl } = input
  const method = methodOf(purpose)
  const { destination, challenge } = await chooseProofLink(tx, input)
  const studio_id = destination.bound_studio_id
  const flow = challenge && method ? { id: randomUUID(), method, user_id: user.id, ...challenge, studio_id, now } : null
  if (flow) await flows.createFlow(tx, flow)
  const { link_token, code, ...kept } = makeProof(user.id, purpose, { pkce: flow !== null, now })
  await queries.replaceToken(tx, {
    user_id: user.id,
    purpose,
    ...kept,
    flow_state_id: flow?.id ?? null,
    studio_id,
    now,
  })
  const link = linkTo(publicUrl, { link_token, purpose, redirect_to: destination.url })
  return { link, code, studio_id: destination.studio_id }
}

// A link without a verifier takes its token to the page with the button, which is at our own address. If a studio's domain
// was requested but is not allowed, the verifier is on that domain and cannot be used.
async function chooseProofLink(tx: Tx, { destination, challenge, publicUrl, purpose }: ProofInput) {
  const isBound = destination.bound_studio_id !== null
  const usable = destination.isMoved || !methodOf(purpose) ? null : challenge
  if (!isBound || usable) return { destination, challenge: usable }
  return { destination: await moveHome(tx, destination, publicUrl, pageOf([purpose])), challenge: null }
}

/**
 * Queues the welcome email for an unproven address, with a link that proves it together with a session of the account or its
 * password.
 */
export async function mailWelcome(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'user_metadata'>,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const purpose = 'welcome'
  const { link_hash, code_mac, expires_at, link_token } = makeProof(user.id, purpose, { pkce: false, now })
  const token = { user_id: user.id, purpose, link_hash, code_mac, flow_state_id: null, studio_id: null } as const
  await queries.replaceToken(tx, { ...token, now, expires_at })
  const link = linkTo(publicUrl, { link_token, purpose, redirect_to: siteDefault(publicUrl, 'callback') })
  await queueWelcomeMail(tx, user, { link })
}

async function countTry(visit: Visit, email: string | null = null): Promise<void> {
  const byNetwork = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  const wait = byNetwork ?? (email === null ? null : await takeCodeLimit(email, visit))
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

function requirePurposes(purposes: readonly Purpose[] | null): readonly Purpose[] {
  return purposes ?? throwAuthError('validation_failed', { message: 'Verify requires a verification type' })
}

const pageOf = (purposes: readonly Purpose[]) => (purposes.includes('recovery') ? 'reset-password' : 'callback')

/**
 * Opens a mailed link. Opening proves nothing, because mail scanners open links too. A link that was requested with PKCE
 * returns a code, and exchanging the code is the proof. Every other link goes to a page with a button, and pressing it is
 * the proof. That page is at our own address: only a code goes to a studio's own domain (F1).
 * @returns the next address, with the code, the link's token or the error in it
 */
export async function openLink(
  link: { token: string | null; type: string | null; redirect_to: string | null },
  publicUrl: string,
  visit: Visit,
): Promise<Redirection> {
  const token =
    link.token ?? throwAuthError('validation_failed', { message: 'Verify requires a token or a token hash' })
  const purposes = requirePurposes(purposesOfLink(link.type ?? ''))
  await countTry(visit)
  return asAuth(async (tx) => {
    const page = pageOf(purposes)
    const sent = await queries.getLink(tx, { link_hash: sha256(token), purposes, now: visit.now })
    const isPkce = isPkceLink(token)
    const redirectAccount: RedirectAccount = isPkce && sent ? { id: sent.user_id, new_at: sent.studio_id } : 'nobody'
    const asked = await chooseDestination(tx, { redirect_to: link.redirect_to, publicUrl, page, redirectAccount })
    const home = asked.bound_studio_id === null ? asked : await moveHome(tx, asked, publicUrl, page)
    if (!sent) return { location: withError(home.url, invalidLinkError(), isPkce) }
    const button = { token_hash: token, type: typeOf(sent.purpose) }
    if (!isPkce) return { location: toConfirmPage(home.url, button) }
    // A stranger may have requested this email with their own verifier. Its reader then gets the page with the button, so
    // that the owner can still sign in (F5). The link of a sign-up only works in the browser that requested it.
    const instead =
      sent.purpose === 'signup' ? withError(home.url, invalidLinkError(), true) : toConfirmPage(home.url, button)
    if (asked.bound_studio_id !== sent.studio_id) return { location: instead }
    const outcome = await codeForLink(tx, { ...sent, link_hash: sha256(token) }, visit)
    if (outcome instanceof AuthError) return { location: withError(asked.url, outcome, true) }
    if (outcome === null) return { location: instead }
    const isHome = asked.bound_studio_id === null && sent.purpose !== 'signup'
    return redirectWithCode(tx, asked, { location: withCode(asked.url, outcome, isHome ? button : null), instead })
  })
}

type SentLink = { user_id: string; purpose: Purpose; flow_state_id: string | null; link_hash: string }

/** @returns the code for the browser that requested the link; null if the link was opened before */
async function codeForLink(tx: Tx, sent: SentLink, visit: Visit): Promise<string | null | AuthError> {
  const user = await users.getUser(tx, sent.user_id)
  if (!user || sent.flow_state_id === null) return invalidLinkError()
  if (isBanned(user, visit.now)) return new AuthError('user_banned')
  const auth_code = randomSecret(AUTH_CODE_BYTES)
  const issued = await flows.issueAuthCode(tx, sent.flow_state_id, sha256(auth_code), visit.now)
  return issued ? auth_code : null
}

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
export async function verify(input: VerifyInput, visit: Visit) {
  if ((input.token === null) === (input.token_hash === null)) {
    throwAuthError('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  if (input.type === 'sms' || input.type === 'phone_change') return verifyPhone(input, visit)
  const purposes = requirePurposes(purposesOf(input.type ?? ''))
  if (input.type === 'recovery' || input.type === 'email_change') requireHome(visit)
  const email = input.token === null ? null : readEmail(input.email ?? '')
  await countTry(visit, email)
  const password_hash = await checkPassword(input, purposes, visit)
  const outcome = await asAuth(async (tx) => {
    const proven = email
      ? await findCodeOwner(tx, { email, purposes, code: input.token ?? '' }, visit.now)
      : await queries.consumeLink(tx, { link_hash: sha256(input.token_hash ?? ''), purposes, now: visit.now })
    // A link's token never goes to a studio's domain, so its session is not bound to a studio.
    const studio_id = email ? (proven?.studio_id ?? null) : null
    return proven
      ? signInByProof(tx, { ...proven, studio_id, by: email ? 'code' : { password_hash } }, visit)
      : email
        ? new AuthError('otp_expired')
        : invalidLinkError()
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome === 'agreed' ? { msg: FIRST_CONFIRMED, code: '200' } : answerTokens(outcome, visit.now)
}

// Sign-in with a phone number does not exist, so no such code was ever sent.
async function verifyPhone({ phone }: VerifyInput, visit: Visit): Promise<never> {
  if (phone === null || !isPhone(phone)) {
    throwAuthError('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  }
  await countTry(visit)
  return throwAuthError('otp_expired')
}

// An error would roll back the count of a wrong attempt, so nothing is thrown here.
async function findCodeOwner(tx: Tx, input: { email: string; purposes: readonly Purpose[]; code: string }, now: Date) {
  const tried = await queries.countCodeTries(tx, { email: input.email, purposes: input.purposes, now })
  return tried.find((kept) => isMailedCode(kept, kept.user_id, kept.purpose, input.code))
}

/**
 * Checks the password that our page sends with the link of a sign-up. A wrong one uses nothing up.
 * @returns the hash of the right one; null if none was given
 * @throws AuthError current_password_invalid
 */
async function checkPassword(
  { token_hash, password }: VerifyInput,
  purposes: readonly Purpose[],
  visit: Visit,
): Promise<string | null> {
  if (password === null || token_hash === null || !purposes.includes('signup')) return null
  const link = { link_hash: sha256(token_hash), purposes: ['signup'], now: visit.now } as const
  const person = await asAuth(async (tx) => {
    const sent = await queries.getLink(tx, link)
    return sent && users.getUser(tx, sent.user_id)
  })
  if (!person) return null
  await countPasswordTry(person.email, visit)
  const kept = await asAuth((tx) => users.lockPasswordHash(tx, person.id))
  return (await verifyPassword(kept, password)) ? kept : throwAuthError('current_password_invalid')
}

type ProvenLink = {
  user_id: string
  purpose: Purpose
  studio_id: string | null
  /** How it was proven; with a link, the hash of the password that was given with it. */
  by: 'code' | { password_hash: string | null }
}

async function signInByProof(tx: Tx, proven: ProvenLink, visit: Visit): Promise<SignedIn | AuthError | 'agreed'> {
  const { user_id, purpose, studio_id, by } = proven
  // If two mailboxes confirm at the same moment, the second must see the change of the first.
  const kept = await users.lockPasswordHash(tx, user_id)
  const user = await users.getUser(tx, user_id)
  if (!user) return invalidLinkError()
  if (isBanned(user, visit.now)) return new AuthError('user_banned')
  const mailbox = mailboxOf(purpose)
  if (mailbox) {
    const outcome = await confirmEmailChange(tx, user, mailbox, visit)
    if (outcome !== 'changed') return outcome
    const signedIn = await openSession(tx, user_id, 'otp', visit)
    // This reader has only proven to read the former mailbox.
    if (mailbox === 'current') await retireMailEntries(tx, user_id)
    return signedIn
  }
  // The six digits are typed on the page of the sign-up. A reader who never signed up can still press a link's button. On a
  // studio's domain the studio sees what is typed, and may have signed up with this address itself.
  const isMaker = studio_id === null && (by === 'code' || (kept !== null && by.password_hash === kept))
  await acceptProof(tx, user, { purpose, isMaker }, visit)
  // Setting a password after a recovery ends what a stranger may have added (record 0075).
  return openSession(tx, user_id, purpose === 'recovery' ? 'recovery' : 'otp', visit, studio_id)
}

type ProofResult = {
  purpose: Purpose
  /** Whether the reader has proven that they signed up: by their browser's verifier, the password or the six digits. */
  isMaker: boolean
}

/**
 * Applies a proof of the address: ends all links and codes that were mailed to it. The email of a sign-up confirms the
 * chosen password if its reader is the person who signed up. No other email shows who created the account. This includes
 * the email after a sign-up by a provider that did not verify the address.
 */
export async function acceptProof(
  tx: Tx,
  user: AuthUser,
  { purpose, isMaker }: ProofResult,
  visit: Visit,
): Promise<void> {
  await queries.deleteTokensOf(tx, user.id)
  // Also ends a code that the same link gave to another browser.
  await flows.deleteMailedFlowsOf(tx, user.id)
  const isOwnSignUp = purpose === 'signup' && isMaker && !(await hasProvider(tx, user.id))
  await proveAddress(tx, user, { by: purpose, madeBy: isOwnSignUp ? 'the same person' : 'anybody' }, visit)
}
