import { isAllowedBeforeSecondFactor, isAllowedForStudio, isAllowedWhileViewing } from '#platform/auth/gates.ts'
import { verifyAccessToken } from '#platform/auth/tokens.ts'
import { asAuth } from '#platform/db/actor.ts'
import { pipeline } from '#platform/db/statements.ts'
import { factorsQuery } from '../factors/queries.ts'
import * as users from '../users/queries.ts'
import { isBanned, isFreshEnough } from '../users/rules.ts'
import { throwAuthError, throwStudioSession } from '../wire/rules.ts'
import type { TokenData } from './answer-tokens.ts'
import * as queries from './queries.ts'

/**
 * Reads the account and session of a call's access token. They are read for every call, so an ended session and a removed or
 * banned person get an error, also with a new token. A session that waits for a second factor, or is bound to a studio, may
 * make only the calls in `platform/auth/gates.ts`.
 * @param status the status of the error for a missing second factor; GoTrue uses other statuses for some calls
 */
export async function requireBearer(request: GatedRequest, now: Date, status = 403): Promise<TokenData> {
  const token =
    /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? throwAuthError('no_authorization')
  const bearer = (await verifyAccessToken(token, now)) ?? throwAuthError('bad_jwt')
  const tokenData = await asAuth(async (tx) => {
    const [[user], [session], identities, factors, [ownerView]] = await pipeline(tx, [
      users.userQuery(tx, bearer.user_id),
      queries.sessionQuery(tx, bearer.session_id),
      users.identitiesQuery(tx, bearer.user_id),
      factorsQuery(tx, bearer.user_id),
      queries.ownerViewQuery(tx, bearer.session_id, now),
    ])
    if (!user) return throwAuthError('user_not_found')
    if (!session) return throwAuthError('session_not_found')
    if (session.user_id !== user.id) throwAuthError('session_not_found')
    if (isBanned(user, now)) throwAuthError('user_banned')
    requireStudio(session, request)
    // An operator who views a studio cannot add a sign-in method or change an account (docs/decisions/0169).
    if (ownerView && !isAllowedWhileViewing(`${request.method} ${request.routeOptions.url}`))
      throwAuthError('view_only')
    return { user, identities, factors, session }
  })
  if (!isAllowedBeforeSecondFactor(callOf(request))) requireRaised(tokenData, status)
  return tokenData
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

/** Whether the person has a second factor with which this session is not confirmed yet. */
export const needsFactor = ({ factors, session }: TokenData) =>
  session.aal !== 'aal2' && factors.some(({ status }) => status === 'verified')

/**
 * Requires a session that is confirmed with the second factor, if the person has one.
 * @throws AuthError insufficient_aal, with the status that the call sets
 */
export function requireRaised(tokenData: TokenData, status = 401): void {
  if (needsFactor(tokenData)) throwAuthError('insufficient_aal', { status })
}

/**
 * Requires a session that is younger than a day before a sign-in method is added, because an older session may have been left
 * open on a device. These calls have no field for a password, so the person must sign in again.
 * @throws AuthError reauthentication_needed
 */
export function requireFresh({ session }: TokenData, now: Date): void {
  if (isFreshEnough(session, now)) return
  throwAuthError('reauthentication_needed', {
    message: 'You signed in more than a day ago. Please sign out and in again, and then come back to this.',
  })
}
