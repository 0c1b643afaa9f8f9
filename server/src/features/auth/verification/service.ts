import { randomUUID } from 'node:crypto'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { agreeToChange, halfOf } from '../email-change/service.ts'
import * as flows from '../flows/queries.ts'
import { hasProvider } from '../identities/queries.ts'
import { takeCodeTry } from '../limit-mails.ts'
import { queueProofMail, queueWelcomeMail } from '../mails/service.ts'
import { proveAddress } from '../ownership/service.ts'
import { type Leaving, siteDefault, type Traveller, toConfirmPage, withCode, withError } from '../redirects/rules.ts'
import { chooseDestination, type Destination, leadHome, leaveFor } from '../redirects/service.ts'
import { retireMailedEntries } from '../sessions/queries.ts'
import { answerTokens, openSession, type SignedIn } from '../sessions/service.ts'
import { countPasswordTry } from '../sign-in-with-password.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { AuthRefusal, refuse, requireHome, type Visit } from '../wire/rules.ts'
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

const badLink = () => new AuthRefusal('otp_expired', { message: 'Email link is invalid or has expired' })

/** What a mail with a link and a code is made for. */
export type ProofWish = {
  user: Pick<AuthUser, 'id' | 'user_metadata'>
  purpose: Exclude<Purpose, LinkOnly>
  /** Where it goes, if not to the account's present address. */
  to?: string
  challenge: Challenge | null
  destination: Destination
  publicUrl: string
}

/** Makes a link and a code, keeps what recognises them, and queues the mail that carries them. */
export async function mailProof(tx: Tx, wish: ProofWish, now: Date): Promise<void> {
  const { user, purpose, to } = wish
  const { link, code, studio_id } = await replaceProof(tx, wish, now)
  await queueProofMail(tx, { user, purpose, link, code, studio_id, ...(to && { to }) })
}

/** Makes a link that nobody mails, and keeps what recognises it. The code that belongs to it is told to nobody. */
export async function createLink(tx: Tx, wish: ProofWish, now: Date): Promise<string> {
  const { link } = await replaceProof(tx, wish, now)
  return link
}

/** Puts a new link and code in the place of the former ones. */
async function replaceProof(tx: Tx, wish: ProofWish, now: Date) {
  const { user, purpose, publicUrl } = wish
  const method = methodOf(purpose)
  const { destination, challenge } = await waysTo(tx, wish)
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

// A link without a verifier carries its token to the page with the button: that page is at our own address. And where a
// studio's domain was asked for in vain, the verifier is on that domain.
async function waysTo(tx: Tx, { destination, challenge, publicUrl, purpose }: ProofWish) {
  const isBound = destination.bound_studio_id !== null
  const usable = destination.isMoved || !methodOf(purpose) ? null : challenge
  if (!isBound || usable) return { destination, challenge: usable }
  return { destination: await leadHome(tx, destination, publicUrl, pageOf([purpose])), challenge: null }
}

/**
 * Queues the welcome of somebody whose address nobody has proven yet, with a link that proves it together with a session
 * of the account or its password.
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
  const wait = byNetwork ?? (email === null ? null : await takeCodeTry(email, visit))
  if (wait) refuse('over_request_rate_limit', wait)
}

function purposesWanted(purposes: readonly Purpose[] | null): readonly Purpose[] {
  return purposes ?? refuse('validation_failed', { message: 'Verify requires a verification type' })
}

const pageOf = (purposes: readonly Purpose[]) => (purposes.includes('recovery') ? 'reset-password' : 'callback')

/**
 * Opens a mailed link. Opening proves nothing by itself: programs that look through mailboxes open links too. A link
 * asked for with PKCE brings a code, and exchanging it is the proof. Every other link leads to a page with a button, and
 * pressing it is the proof. That page is at our own address: only a code goes to a studio's own domain (F1).
 * @returns the address to go on to, with the code, the link's token or the error in it
 */
export async function openLink(
  link: { token: string | null; type: string | null; redirect_to: string | null },
  publicUrl: string,
  visit: Visit,
): Promise<Leaving> {
  const token = link.token ?? refuse('validation_failed', { message: 'Verify requires a token or a token hash' })
  const purposes = purposesWanted(purposesOfLink(link.type ?? ''))
  await countTry(visit)
  return asAuth(async (tx) => {
    const page = pageOf(purposes)
    const sent = await queries.getLink(tx, { link_hash: sha256(token), purposes, now: visit.now })
    const isPkce = isPkceLink(token)
    const traveller: Traveller = isPkce && sent ? { id: sent.user_id, new_at: sent.studio_id } : 'nobody'
    const asked = await chooseDestination(tx, { redirect_to: link.redirect_to, publicUrl, page, traveller })
    const home = asked.bound_studio_id === null ? asked : await leadHome(tx, asked, publicUrl, page)
    if (!sent) return { location: withError(home.url, badLink(), isPkce) }
    const button = { token_hash: token, type: typeOf(sent.purpose) }
    if (!isPkce) return { location: toConfirmPage(home.url, button) }
    // A stranger may have asked for this mail, with a verifier that its reader does not have. The reader then gets to the
    // button, so that the owner gets in all the same (F5). The link of a sign-up is bound to the browser that asked.
    const instead = sent.purpose === 'signup' ? withError(home.url, badLink(), true) : toConfirmPage(home.url, button)
    if (asked.bound_studio_id !== sent.studio_id) return { location: instead }
    const outcome = await codeForLink(tx, { ...sent, link_hash: sha256(token) }, visit)
    if (outcome instanceof AuthRefusal) return { location: withError(asked.url, outcome, true) }
    if (outcome === null) return { location: instead }
    const isHome = asked.bound_studio_id === null && sent.purpose !== 'signup'
    return leaveFor(tx, asked, { location: withCode(asked.url, outcome, isHome ? button : null), instead })
  })
}

type SentLink = { user_id: string; purpose: Purpose; flow_state_id: string | null; link_hash: string }

/** @returns the code for the browser that asked; null where the link was opened before */
async function codeForLink(tx: Tx, sent: SentLink, visit: Visit): Promise<string | null | AuthRefusal> {
  const user = await users.getUser(tx, sent.user_id)
  if (!user || sent.flow_state_id === null) return badLink()
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  const auth_code = randomSecret(AUTH_CODE_BYTES)
  const issued = await flows.issueAuthCode(tx, sent.flow_state_id, sha256(auth_code), visit.now)
  return issued ? auth_code : null
}

type Guess = {
  type: string | null
  email: string | null
  phone: string | null
  token: string | null
  token_hash: string | null
  password: string | null
}

/** What is told where one of two mailboxes has agreed to a change of address. */
const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The POST path: a six-digit code with its address, or a link's token, signs in at once, on whatever device. */
export async function verify(guess: Guess, visit: Visit) {
  if ((guess.token === null) === (guess.token_hash === null)) {
    refuse('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  if (guess.type === 'sms' || guess.type === 'phone_change') return verifyPhone(guess, visit)
  const purposes = purposesWanted(purposesOf(guess.type ?? ''))
  if (guess.type === 'recovery' || guess.type === 'email_change') requireHome(visit)
  const email = guess.token === null ? null : readEmail(guess.email ?? '')
  await countTry(visit, email)
  const password_hash = await checkPassword(guess, purposes, visit)
  const outcome = await asAuth(async (tx) => {
    const proven = email
      ? await ownerOfCode(tx, { email, purposes, code: guess.token ?? '' }, visit.now)
      : await queries.consumeLink(tx, { link_hash: sha256(guess.token_hash ?? ''), purposes, now: visit.now })
    // A link's token never goes to a studio's domain, so its session is the person's own.
    const studio_id = email ? (proven?.studio_id ?? null) : null
    return proven
      ? enterByProof(tx, { ...proven, studio_id, by: email ? 'code' : { password_hash } }, visit)
      : email
        ? new AuthRefusal('otp_expired')
        : badLink()
  })
  if (outcome instanceof AuthRefusal) throw outcome
  return outcome === 'agreed' ? { msg: HALF_DONE, code: '200' } : answerTokens(outcome, visit.now)
}

// Nobody signs in with a phone number, so no such code was ever sent.
async function verifyPhone({ phone }: Guess, visit: Visit): Promise<never> {
  if (phone === null || !isPhone(phone)) {
    refuse('validation_failed', { message: 'Invalid phone number format (E.164 required)' })
  }
  await countTry(visit)
  return refuse('otp_expired')
}

// A wrong guess must stay counted, so nothing is thrown here.
async function ownerOfCode(tx: Tx, guess: { email: string; purposes: readonly Purpose[]; code: string }, now: Date) {
  const tried = await queries.tryCodes(tx, { email: guess.email, purposes: guess.purposes, now })
  return tried.find((kept) => isMailedCode(kept, kept.user_id, kept.purpose, guess.code))
}

/**
 * Checks the password that our page sends with the link of a sign-up. A wrong one uses nothing up.
 * @returns the hash of the right one; null where none was given
 * @throws AuthRefusal current_password_invalid
 */
async function checkPassword(
  { token_hash, password }: Guess,
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
  return (await verifyPassword(kept, password)) ? kept : refuse('current_password_invalid')
}

type Proven = {
  user_id: string
  purpose: Purpose
  studio_id: string | null
  /** How it was proven; with a link, the hash of the password that was given with it. */
  by: 'code' | { password_hash: string | null }
}

async function enterByProof(tx: Tx, proven: Proven, visit: Visit): Promise<SignedIn | AuthRefusal | 'agreed'> {
  const { user_id, purpose, studio_id, by } = proven
  // Of two mailboxes that agree in one moment, the second must see what the first has done.
  const kept = await users.lockPasswordHash(tx, user_id)
  const user = await users.getUser(tx, user_id)
  if (!user) return badLink()
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  const half = halfOf(purpose)
  if (half) {
    const outcome = await agreeToChange(tx, user, half, visit)
    if (outcome !== 'changed') return outcome
    const signedIn = await openSession(tx, user_id, 'otp', visit)
    // Its reader has shown to read the former mailbox alone.
    if (half === 'current') await retireMailedEntries(tx, user_id)
    return signedIn
  }
  // Six digits are typed on the page of the sign-up. A link can be pressed by a reader who never signed up.
  // On a studio's domain its owner sees what is typed, and may have signed up with this address.
  const isMaker = studio_id === null && (by === 'code' || (kept !== null && by.password_hash === kept))
  await acceptProof(tx, user, { purpose, isMaker }, visit)
  // A password that a recovery sets ends what a stranger may have added (record 0075).
  return openSession(tx, user_id, purpose === 'recovery' ? 'recovery' : 'otp', visit, studio_id)
}

type Accepted = {
  purpose: Purpose
  /** Whether the reader has shown that they signed up: by the verifier of their browser, the password or the six digits. */
  isMaker: boolean
}

/**
 * Everything that follows from a person having shown that they read the address: all links and codes mailed to it end.
 * A sign-up's own mail confirms the password that was chosen with it, where its reader is the person who signed up. Every
 * other one says nothing about who made the account, and neither does that of a sign-up by a provider that did not verify
 * the address.
 */
export async function acceptProof(tx: Tx, user: AuthUser, { purpose, isMaker }: Accepted, visit: Visit): Promise<void> {
  await queries.deleteTokensOf(tx, user.id)
  // A code that the same link brought to another browser ends with it.
  await flows.deleteMailedFlowsOf(tx, user.id)
  const isOwnSignUp = purpose === 'signup' && isMaker && !(await hasProvider(tx, user.id))
  await proveAddress(tx, user, { by: purpose, madeBy: isOwnSignUp ? 'the same person' : 'anybody' }, visit)
}
