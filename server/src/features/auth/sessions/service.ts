import { randomBytes, randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { isAllowedBeforeSecondFactor, isAllowedForStudio } from '#platform/auth/gates.ts'
import { seal, unseal } from '#platform/auth/secrets.ts'
import { isSessionExpired, sessionLimits } from '#platform/auth/session-limits.ts'
import { type Amr, signAccessToken, verifyAccessToken } from '#platform/auth/tokens.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, takeLimit } from '#platform/http/limits.ts'
import * as factors from '../factors/queries.ts'
import { getStanding } from '../redirects/queries.ts'
import { maySignInAtDomain, mayStayAtDomain } from '../redirects/rules.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, type Factor, type Identity, isBanned, isFreshEnough, presentUser } from '../users/rules.ts'
import { AuthRefusal, refuse, refuseAtStudio, type Visit } from '../wire/rules.ts'
import { endOtherSessions } from './end-sessions.ts'
import * as queries from './queries.ts'
import { isGenuine, judgeRefresh, type Presented, placeOf, readRefreshToken, writeRefreshToken } from './rules.ts'

const KEY_PURPOSE = 'refresh-key'
const KEY_BYTES = 32
const refreshPerSession: Limit = { name: 'refresh', count: 150, per_seconds: 300 }

/** All that a token response is written from, read in one transaction. */
export type SignedIn = { user: AuthUser; identities: Identity[]; factors: Factor[]; session: queries.Session }

/** How a session comes about, as `amr` records it. */
export type Method = 'password' | 'oauth' | 'otp' | 'recovery' | 'email/signup' | 'magiclink'

/**
 * Opens a session for a person in the caller's transaction. The caller has checked that they may sign in.
 * @param sent_to the studio to whose domain the code or link was sent, if it was
 * @throws AuthRefusal studio_session where the person signs in at our own address alone
 */
export async function openSession(
  tx: Tx,
  user_id: string,
  method: Method,
  visit: Visit,
  sent_to: string | null = null,
): Promise<SignedIn> {
  const { now, ip, user_agent, request_id } = visit
  const studio_id = await studioOfSession(tx, user_id, visit.studio_id, sent_to)
  const session = await queries.createSession(tx, {
    id: randomUUID(),
    user_id,
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    refresh_key: seal(KEY_PURPOSE, randomBytes(KEY_BYTES)),
    user_agent,
    ip,
    studio_id,
    now,
  })
  await users.noteSignIn(tx, user_id, now)
  // After `noteSignIn`, which locks the person's row: of two sign-ins at once only the later session remains.
  // A session that a second factor has raised ends only by another one: a mailed code alone must not end it.
  if (sessionLimits().single) await endOtherSessions(tx, session, now, { keepsRaised: true })
  await insertAuditEntry(tx, {
    actor_id: user_id,
    session_id: session.id,
    studio_id: null,
    action: 'session.opened',
    object_type: 'session',
    object_id: session.id,
    after: { method, ip },
    request_id,
  })
  if (method === 'recovery') await endBeforeRecovery(tx, session, visit)
  const signedIn = await readSignedIn(tx, session)
  // The owner was here: wrong passwords of strangers keep the password from working only in places we do not know.
  if (method !== 'oauth') await rememberPlace(tx, signedIn.user, visit)
  return signedIn
}

/** Notes that this person has signed in from this place. */
export const rememberPlace = (tx: Tx, { id, email }: { id: string; email: string }, { ip, now }: Visit) =>
  queries.rememberPlace(tx, { user_id: id, place_mac: placeOf(email, ip), now })
// A recovery says that the owner lost the account or the password: a thief must not read on while they choose a new one.
async function endBeforeRecovery(tx: Tx, session: queries.Session, visit: Visit): Promise<void> {
  const ended = await queries.deleteUnraisedSessionsOf(tx, session.user_id, session.id)
  await trail(tx, session, 'session.ended_by_recovery', visit, { ended })
}

/** The studio that a new session is good for; null where it is good for everything. */
async function studioOfSession(tx: Tx, user_id: string, host: string | null, sent_to: string | null) {
  const studio_id = sent_to ?? host
  if (studio_id === null) return null
  if (host !== null && host !== studio_id) refuse('flow_state_not_found')
  if (maySignInAtDomain(await getStanding(tx, user_id, studio_id))) return studio_id
  return refuseAtStudio("Your account cannot be used on a studio's own website.", '/auth/login')
}

/** Reads what a token response for this session is written from. */
export async function readSignedIn(tx: Tx, session: queries.Session): Promise<SignedIn> {
  const user = (await users.getUser(tx, session.user_id)) ?? refuse('user_not_found')
  return { user, ...(await waysIn(tx, user.id)), session }
}

const waysIn = async (tx: Tx, user_id: string) => ({
  identities: await users.listIdentities(tx, user_id),
  factors: await factors.listFactors(tx, user_id),
})

// Which factor it was is nobody's business but ours.
const spokenAmr = (kept: readonly queries.KeptAmr[]): Amr[] =>
  kept.map(({ method, timestamp }) => ({ method, timestamp }))

/** Goes on with the session of somebody who has just linked a provider, with its next refresh token. */
export async function continueSession(tx: Tx, session_id: string, visit: Visit): Promise<SignedIn | AuthRefusal> {
  const session = await queries.lockSession(tx, session_id)
  return session ? rotate(tx, session, visit) : new AuthRefusal('session_not_found')
}

/** Signs the token response for a session; never inside a transaction, since the keys may have to be read first. */
export async function answerTokens({ user, identities, factors: own, session }: SignedIn, now: Date) {
  const { email, app_metadata, user_metadata } = user
  const claims = { user_id: user.id, session_id: session.id, email, app_metadata, user_metadata }
  const signed = await signAccessToken({ ...claims, aal: session.aal, amr: spokenAmr(session.amr) }, now)
  return {
    ...signed,
    token_type: 'bearer',
    refresh_token: writeRefreshToken(session.id, session.refresh_counter, unseal(KEY_PURPOSE, session.refresh_key)),
    user: presentUser(user, identities, own),
  }
}

/**
 * The refresh_token grant (rules in `judgeRefresh`). A reused token ends its session; that is committed although the
 * request fails, so a refusal is handed out of the transaction instead of thrown in it.
 */
export async function refresh(refresh_token: string | null, visit: Visit) {
  const presented = readRefreshToken(refresh_token ?? '')
  if (!presented) return refuse('validation_failed', { message: 'Refresh token is not valid' })
  const outcome = await asAuth((tx) => refreshInside(tx, presented, visit))
  if (outcome instanceof AuthRefusal) throw outcome
  return answerTokens(outcome, visit.now)
}

async function refreshInside(tx: Tx, presented: Presented, visit: Visit): Promise<SignedIn | AuthRefusal> {
  const session = await queries.lockSession(tx, presented.session_id)
  if (!session) return new AuthRefusal('session_not_found', { status: 400 })
  if (!isGenuine(presented, unseal(KEY_PURPOSE, session.refresh_key))) return new AuthRefusal('refresh_token_not_found')
  // Only the token's holder is counted: nobody else can use up a session's refreshes.
  const wait = await takeLimit(tx, { limit: refreshPerSession, by: session.id }, visit.now)
  if (wait) return new AuthRefusal('over_request_rate_limit', wait)
  if (isSessionExpired(session, visit.now)) {
    await queries.deleteSession(tx, session.id)
    await trail(tx, session, 'session.expired', visit)
    return new AuthRefusal('session_expired')
  }
  const user = await users.getUser(tx, session.user_id)
  if (!user) return new AuthRefusal('session_not_found', { status: 400 })
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned', { status: 400 })
  const refusal = await keepBound(tx, session, visit)
  if (refusal) return refusal
  switch (judgeRefresh(presented.counter, session, visit.now, sessionLimits().reuse_seconds)) {
    case 'ahead':
      return new AuthRefusal('validation_failed', { message: 'Refresh token is not valid' })
    case 'repeat':
      return readSignedIn(tx, session)
    case 'reuse':
      await queries.deleteSession(tx, session.id)
      await trail(tx, session, 'session.reuse_detected', visit)
      return new AuthRefusal('refresh_token_already_used')
    case 'outdated':
      return new AuthRefusal('refresh_token_already_used')
    case 'rotate':
      return rotate(tx, session, visit)
  }
}

/**
 * Binds a session that is refreshed on a studio's domain. One that is used on the domain of another studio, or whose
 * person has left the studio or may no longer sign in on such a domain, is over.
 */
async function keepBound(tx: Tx, session: queries.Session, visit: Visit): Promise<AuthRefusal | null> {
  const { id, user_id, studio_id } = session
  const bound = studio_id ?? visit.studio_id
  if (bound === null) return null
  const isHere = visit.studio_id === null || visit.studio_id === bound
  if (isHere && mayStayAtDomain(await getStanding(tx, user_id, bound))) {
    if (studio_id === null) await queries.bindSession(tx, id, bound)
    session.studio_id = bound
    return null
  }
  await queries.deleteSession(tx, id)
  await trail(tx, session, 'session.ended_at_domain', visit)
  return new AuthRefusal('session_not_found', { status: 400 })
}

async function rotate(tx: Tx, session: queries.Session, visit: Visit): Promise<SignedIn> {
  const { user_agent, ip, now } = visit
  const refresh_counter = session.refresh_counter + 1
  await queries.advanceSession(tx, { id: session.id, refresh_counter, user_agent, ip, now })
  await trail(tx, session, 'session.refreshed', visit)
  return readSignedIn(tx, { ...session, refresh_counter })
}

function trail(tx: Tx, session: { id: string; user_id: string }, action: string, visit: Visit, more: object = {}) {
  return insertAuditEntry(tx, {
    actor_id: session.user_id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'session',
    object_id: session.id,
    after: { ...more, ip: visit.ip },
    request_id: visit.request_id,
  })
}

/**
 * Who bears the access token of this call, on every call read again: an ended session, a removed or banned person is
 * refused however young the token. A session that awaits a second factor, or that is bound to a studio, opens the calls of
 * `platform/gates.ts` only.
 * @param status of the refusal for want of the second factor, where the wire gives this call another one
 */
export async function requireBearer(request: Called, now: Date, status = 403): Promise<SignedIn> {
  const token = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? refuse('no_authorization')
  const bearer = (await verifyAccessToken(token, now)) ?? refuse('bad_jwt')
  const signedIn = await asAuth(async (tx) => {
    const user = (await users.getUser(tx, bearer.user_id)) ?? refuse('user_not_found')
    const session = (await queries.getSession(tx, bearer.session_id)) ?? refuse('session_not_found')
    if (session.user_id !== user.id) refuse('session_not_found')
    if (isBanned(user, now)) refuse('user_banned')
    keepToStudio(session, request)
    return { user, ...(await waysIn(tx, user.id)), session }
  })
  if (!isAllowedBeforeSecondFactor(callOf(request))) requireRaised(signedIn, status)
  return signedIn
}

/** What the gate reads of a request. */
type Called = {
  headers: { authorization?: string | undefined }
  method: string
  routeOptions: { url?: string | undefined }
  query: unknown
  /** The studio on whose own domain it came in. */
  studio_id: string | null
}

/** A call as the gates name it: method and route, and of a sign-out its scope. */
function callOf({ method, routeOptions, query }: Called): string {
  const call = `${method} ${routeOptions.url}`
  const { scope } = typeof query === 'object' && query !== null && 'scope' in query ? query : { scope: undefined }
  return typeof scope === 'string' ? `${call}?scope=${scope}` : call
}

function keepToStudio(
  { studio_id }: queries.Session,
  { method, routeOptions, studio_id: host_studio_id }: Called,
): void {
  if (studio_id === null && host_studio_id !== null) refuse('bad_jwt')
  if (
    studio_id === null ||
    isAllowedForStudio(studio_id, { operation: `${method} ${routeOptions.url}`, host_studio_id })
  )
    return
  refuseAtStudio("You are signed in on a studio's own website, and this is not part of it.", '/profile')
}

/** Whether somebody has a second factor that this session has not been raised by. */
export const couldBeRaised = ({ factors: own, session }: SignedIn) =>
  session.aal !== 'aal2' && own.some(({ status }) => status === 'verified')

/**
 * Asks for the second factor where one exists.
 * @throws AuthRefusal insufficient_aal, with the status that the call gives it
 */
export function requireRaised(signedIn: SignedIn, status = 401): void {
  if (couldBeRaised(signedIn)) refuse('insufficient_aal', { status })
}

/**
 * Refuses to add a way in to a session that could have been left open somewhere: it has to be younger than a day. The wire has no room for a password here, so signing in again is the proof.
 * @throws AuthRefusal reauthentication_needed
 */
export function requireFresh({ session }: SignedIn, now: Date): void {
  if (isFreshEnough(session, now)) return
  refuse('reauthentication_needed', {
    message: 'You signed in more than a day ago. Please sign out and in again, and then come back to this.',
  })
}

/** Ends all of the person's sessions, this one, or all but this one; of a bound session only those of its studio. */
export function logOut({ session }: SignedIn, scope: 'global' | 'local' | 'others', visit: Visit): Promise<void> {
  return asAuth(async (tx) => {
    if (scope !== 'local') await endOtherSessions(tx, session, visit.now, { studio_id: session.studio_id })
    if (scope !== 'others') await queries.deleteSession(tx, session.id)
    await trail(tx, session, `session.ended_${scope}`, visit)
  })
}
