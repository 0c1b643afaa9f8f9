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
import { getRolesAround } from '../redirects/queries.ts'
import { maySignInAtDomain, mayStayAtDomain } from '../redirects/rules.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, type Factor, type Identity, isBanned, isFreshEnough, presentUser } from '../users/rules.ts'
import { AuthError, throwAuthError, throwStudioSession, type Visit } from '../wire/rules.ts'
import { endOtherSessions } from './end-sessions.ts'
import * as queries from './queries.ts'
import {
  isGenuine,
  judgeRefresh,
  placeOf,
  type RefreshTokenParts,
  readRefreshToken,
  writeRefreshToken,
} from './rules.ts'

const KEY_PURPOSE = 'refresh-key'
const KEY_BYTES = 32
const refreshPerSession: Limit = { name: 'refresh', count: 150, per_seconds: 300 }

/** The data of a token response, read in one transaction. */
export type SignedIn = { user: AuthUser; identities: Identity[]; factors: Factor[]; session: queries.Session }

/** How a session was opened, as `amr` records it. */
export type Method = 'password' | 'oauth' | 'otp' | 'recovery' | 'email/signup' | 'magiclink'

/**
 * Opens a session in the caller's transaction. The caller has checked that the person may sign in.
 * @param sent_to the studio of the domain that the code or link was sent to, if any
 * @throws AuthError studio_session if the person may only sign in at our own address
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
  await users.setLastSignIn(tx, user_id, now)
  // After `setLastSignIn`, which locks the person's row: of two sign-ins at once only the later session remains.
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
  // The owner is here: wrong passwords of strangers now lock the password only for unknown networks.
  if (method !== 'oauth') await rememberPlace(tx, signedIn.user, visit)
  return signedIn
}

/** Records that this person has signed in from this network. */
export const rememberPlace = (tx: Tx, { id, email }: { id: string; email: string }, { ip, now }: Visit) =>
  queries.rememberPlace(tx, { user_id: id, place_mac: placeOf(email, ip), now })
// A recovery says that the owner lost the account or the password: a thief must not read on while they choose a new one.
async function endBeforeRecovery(tx: Tx, session: queries.Session, visit: Visit): Promise<void> {
  const ended = await queries.deleteUnraisedSessionsOf(tx, session.user_id, session.id)
  await recordEvent(tx, session, 'session.ended_by_recovery', visit, { ended })
}

/** The studio that a new session is good for; null where it is good for everything. */
async function studioOfSession(tx: Tx, user_id: string, host: string | null, sent_to: string | null) {
  const studio_id = sent_to ?? host
  if (studio_id === null) return null
  if (host !== null && host !== studio_id) throwAuthError('flow_state_not_found')
  if (maySignInAtDomain(await getRolesAround(tx, user_id, studio_id))) return studio_id
  return throwStudioSession("Your account cannot be used on a studio's own website.", '/auth/login')
}

/** Reads the data of this session's token response. */
export async function readSignedIn(tx: Tx, session: queries.Session): Promise<SignedIn> {
  const user = (await users.getUser(tx, session.user_id)) ?? throwAuthError('user_not_found')
  return { user, ...(await readSignInMethods(tx, user.id)), session }
}

const readSignInMethods = async (tx: Tx, user_id: string) => ({
  identities: await users.listIdentities(tx, user_id),
  factors: await factors.listFactors(tx, user_id),
})

// Clients need not know which factor it was.
const publicAmr = (kept: readonly queries.StoredAmr[]): Amr[] =>
  kept.map(({ method, timestamp }) => ({ method, timestamp }))

/** Continues the session of a person who has just linked a provider, with its next refresh token. */
export async function continueSession(tx: Tx, session_id: string, visit: Visit): Promise<SignedIn | AuthError> {
  const session = await queries.lockSession(tx, session_id)
  return session ? rotate(tx, session, visit) : new AuthError('session_not_found')
}

/** Signs the token response of a session. Never call it in a transaction, because the keys may have to be loaded first. */
export async function answerTokens({ user, identities, factors: own, session }: SignedIn, now: Date) {
  const { email, app_metadata, user_metadata } = user
  const claims = { user_id: user.id, session_id: session.id, email, app_metadata, user_metadata }
  const signed = await signAccessToken({ ...claims, aal: session.aal, amr: publicAmr(session.amr) }, now)
  return {
    ...signed,
    token_type: 'bearer',
    refresh_token: writeRefreshToken(session.id, session.refresh_counter, unseal(KEY_PURPOSE, session.refresh_key)),
    user: presentUser(user, identities, own),
  }
}

/**
 * The refresh_token grant (rules in `judgeRefresh`). A reused token ends its session. That must be committed although the
 * request fails, so an error is returned from the transaction instead of thrown in it.
 */
export async function refreshSession(refresh_token: string | null, visit: Visit) {
  const presented = readRefreshToken(refresh_token ?? '')
  if (!presented) return throwAuthError('validation_failed', { message: 'Refresh token is not valid' })
  const outcome = await asAuth((tx) => refreshInTransaction(tx, presented, visit))
  if (outcome instanceof AuthError) throw outcome
  return answerTokens(outcome, visit.now)
}

async function refreshInTransaction(tx: Tx, presented: RefreshTokenParts, visit: Visit): Promise<SignedIn | AuthError> {
  const session = await queries.lockSession(tx, presented.session_id)
  if (!session) return new AuthError('session_not_found', { status: 400 })
  if (!isGenuine(presented, unseal(KEY_PURPOSE, session.refresh_key))) return new AuthError('refresh_token_not_found')
  // Only genuine tokens are counted: a stranger cannot use up a session's refreshes.
  const wait = await takeLimit(tx, { limit: refreshPerSession, by: session.id }, visit.now)
  if (wait) return new AuthError('over_request_rate_limit', wait)
  if (isSessionExpired(session, visit.now)) {
    await queries.deleteSession(tx, session.id)
    await recordEvent(tx, session, 'session.expired', visit)
    return new AuthError('session_expired')
  }
  const user = await users.getUser(tx, session.user_id)
  if (!user) return new AuthError('session_not_found', { status: 400 })
  if (isBanned(user, visit.now)) return new AuthError('user_banned', { status: 400 })
  const refusal = await checkBinding(tx, session, visit)
  if (refusal) return refusal
  switch (judgeRefresh(presented.counter, session, visit.now, sessionLimits().reuse_seconds)) {
    case 'ahead':
      return new AuthError('validation_failed', { message: 'Refresh token is not valid' })
    case 'repeat':
      return readSignedIn(tx, session)
    case 'reuse':
      await queries.deleteSession(tx, session.id)
      await recordEvent(tx, session, 'session.reuse_detected', visit)
      return new AuthError('refresh_token_already_used')
    case 'outdated':
      return new AuthError('refresh_token_already_used')
    case 'rotate':
      return rotate(tx, session, visit)
  }
}

/**
 * Binds a session that is refreshed on a studio's domain. Ends a session on the domain of another studio, or whose person has
 * left the studio or may no longer sign in on such a domain.
 */
async function checkBinding(tx: Tx, session: queries.Session, visit: Visit): Promise<AuthError | null> {
  const { id, user_id, studio_id } = session
  const bound = studio_id ?? visit.studio_id
  if (bound === null) return null
  const isHere = visit.studio_id === null || visit.studio_id === bound
  if (isHere && mayStayAtDomain(await getRolesAround(tx, user_id, bound))) {
    if (studio_id === null) await queries.bindSession(tx, id, bound)
    session.studio_id = bound
    return null
  }
  await queries.deleteSession(tx, id)
  await recordEvent(tx, session, 'session.ended_at_domain', visit)
  return new AuthError('session_not_found', { status: 400 })
}

async function rotate(tx: Tx, session: queries.Session, visit: Visit): Promise<SignedIn> {
  const { user_agent, ip, now } = visit
  const refresh_counter = session.refresh_counter + 1
  await queries.advanceSession(tx, { id: session.id, refresh_counter, user_agent, ip, now })
  await recordEvent(tx, session, 'session.refreshed', visit)
  return readSignedIn(tx, { ...session, refresh_counter })
}

function recordEvent(
  tx: Tx,
  session: { id: string; user_id: string },
  action: string,
  visit: Visit,
  more: object = {},
) {
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
 * Reads the account and session of a call's access token. It is read again for every call: an ended session or a removed or
 * banned person gets an error, however new the token is. A session that awaits a second factor, or that is bound to a
 * studio, may only make the calls in `platform/auth/gates.ts`.
 * @param status of the error for a missing second factor, where `auth-wire` gives this call another one
 */
export async function requireBearer(request: GatedRequest, now: Date, status = 403): Promise<SignedIn> {
  const token =
    /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? throwAuthError('no_authorization')
  const bearer = (await verifyAccessToken(token, now)) ?? throwAuthError('bad_jwt')
  const signedIn = await asAuth(async (tx) => {
    const user = (await users.getUser(tx, bearer.user_id)) ?? throwAuthError('user_not_found')
    const session = (await queries.getSession(tx, bearer.session_id)) ?? throwAuthError('session_not_found')
    if (session.user_id !== user.id) throwAuthError('session_not_found')
    if (isBanned(user, now)) throwAuthError('user_banned')
    requireStudio(session, request)
    return { user, ...(await readSignInMethods(tx, user.id)), session }
  })
  if (!isAllowedBeforeSecondFactor(callOf(request))) requireRaised(signedIn, status)
  return signedIn
}

/** The part of a request that the gates read. */
type GatedRequest = {
  headers: { authorization?: string | undefined }
  method: string
  routeOptions: { url?: string | undefined }
  query: unknown
  /** The studio on whose own domain the request came in. */
  studio_id: string | null
}

/** The name of a call for the gates: method and route, and the scope of a sign-out. */
function callOf({ method, routeOptions, query }: GatedRequest): string {
  const call = `${method} ${routeOptions.url}`
  const { scope } = typeof query === 'object' && query !== null && 'scope' in query ? query : { scope: undefined }
  return typeof scope === 'string' ? `${call}?scope=${scope}` : call
}

function requireStudio(
  { studio_id }: queries.Session,
  { method, routeOptions, studio_id: host_studio_id }: GatedRequest,
): void {
  if (studio_id === null && host_studio_id !== null) throwAuthError('bad_jwt')
  if (
    studio_id === null ||
    isAllowedForStudio(studio_id, { operation: `${method} ${routeOptions.url}`, host_studio_id })
  )
    return
  throwStudioSession("You are signed in on a studio's own website, and this is not part of it.", '/profile')
}

/** Whether the person has a second factor that has not raised this session yet. */
export const needsFactor = ({ factors: own, session }: SignedIn) =>
  session.aal !== 'aal2' && own.some(({ status }) => status === 'verified')

/**
 * Requires that the session is raised if the person has a second factor.
 * @throws AuthError insufficient_aal, with the status that the call gives it
 */
export function requireRaised(signedIn: SignedIn, status = 401): void {
  if (needsFactor(signedIn)) throwAuthError('insufficient_aal', { status })
}

/**
 * Requires a session that is younger than a day, before a sign-in method is added: an older one could have been left open on
 * some device. `auth-wire` has no field for a password here, so the person signs in again.
 * @throws AuthError reauthentication_needed
 */
export function requireFresh({ session }: SignedIn, now: Date): void {
  if (isFreshEnough(session, now)) return
  throwAuthError('reauthentication_needed', {
    message: 'You signed in more than a day ago. Please sign out and in again, and then come back to this.',
  })
}

/** Ends all sessions of the person, this one, or all but this one. A bound session ends only those of its studio. */
export function logOut({ session }: SignedIn, scope: 'global' | 'local' | 'others', visit: Visit): Promise<void> {
  return asAuth(async (tx) => {
    if (scope !== 'local') await endOtherSessions(tx, session, visit.now, { studio_id: session.studio_id })
    if (scope !== 'others') await queries.deleteSession(tx, session.id)
    await recordEvent(tx, session, `session.ended_${scope}`, visit)
  })
}
