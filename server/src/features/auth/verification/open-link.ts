import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as flows from '../flows/queries.ts'
import { type RedirectAccount, type Redirection, toConfirmPage, withCode, withError } from '../redirects/rules.ts'
import { chooseDestination, moveHome, redirectWithCode } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { AuthError, type RequestContext, throwAuthError } from '../wire/rules.ts'
import { countVerifyTry } from './limit-verification.ts'
import * as queries from './queries.ts'
import { choosePage, getLinkType, isPkceLink, type Purpose, purposesOfLink } from './rules.ts'

const AUTH_CODE_BYTES = 32

export const invalidLinkError = () => new AuthError('otp_expired', { message: 'Email link is invalid or has expired' })

export function requirePurposes(purposes: readonly Purpose[] | null): readonly Purpose[] {
  return purposes ?? throwAuthError('validation_failed', { message: 'Verify requires a verification type' })
}

/**
 * Opens an emailed link. Opening proves nothing, because mail scanners open links too. A link that was requested with PKCE
 * returns a code, and exchanging the code is the proof. Every other link opens a page with a button, and pressing it is the
 * proof. This page is at our own address, because only a code may go to a studio's own domain.
 * @returns the next address, which contains the code, the link's token or the error
 */
export async function openLink(
  link: { token: string | null; type: string | null; redirect_to: string | null },
  publicUrl: string,
  context: RequestContext,
): Promise<Redirection> {
  const token =
    link.token ?? throwAuthError('validation_failed', { message: 'Verify requires a token or a token hash' })
  const purposes = requirePurposes(purposesOfLink(link.type ?? ''))
  await countVerifyTry(context)
  return asAuth(async (tx) => {
    const page = choosePage(purposes)
    const storedLink = await queries.getLink(tx, { link_hash: sha256(token), purposes, now: context.now })
    const isPkce = isPkceLink(token)
    const redirectAccount: RedirectAccount =
      isPkce && storedLink ? { id: storedLink.user_id, new_at: storedLink.studio_id } : 'none'
    const requested = await chooseDestination(tx, { redirect_to: link.redirect_to, publicUrl, page, redirectAccount })
    const home = requested.bound_studio_id === null ? requested : await moveHome(tx, requested, publicUrl, page)
    if (!storedLink) return { location: withError(home.url, invalidLinkError(), isPkce) }
    const linkInHash = { token_hash: token, type: getLinkType(storedLink.purpose) }
    if (!isPkce) return { location: toConfirmPage(home.url, linkInHash) }
    // A stranger may have requested this email with their own verifier. The reader then gets the page with the button, so that
    // the owner can still sign in. The link of a sign-up works only in the browser that requested it.
    const stayUrl =
      storedLink.purpose === 'signup'
        ? withError(home.url, invalidLinkError(), true)
        : toConfirmPage(home.url, linkInHash)
    if (requested.bound_studio_id !== storedLink.studio_id) return { location: stayUrl }
    const outcome = await issueCode(tx, { ...storedLink, link_hash: sha256(token) }, context)
    if (outcome instanceof AuthError) return { location: withError(requested.url, outcome, true) }
    if (outcome === null) return { location: stayUrl }
    const isHome = requested.bound_studio_id === null && storedLink.purpose !== 'signup'
    return redirectWithCode(tx, requested, {
      location: withCode(requested.url, outcome, isHome ? linkInHash : null),
      stayUrl,
    })
  })
}

type StoredLink = { user_id: string; purpose: Purpose; flow_state_id: string | null; link_hash: string }

/** Issues the code for the browser that requested the link. @returns null if the link was already opened */
async function issueCode(tx: Tx, link: StoredLink, context: RequestContext): Promise<string | null | AuthError> {
  const user = await users.getUser(tx, link.user_id)
  if (!user || link.flow_state_id === null) return invalidLinkError()
  if (isBanned(user, context.now)) return new AuthError('user_banned')
  const auth_code = randomSecret(AUTH_CODE_BYTES)
  const issued = await flows.issueAuthCode(tx, link.flow_state_id, sha256(auth_code), context.now)
  return issued ? auth_code : null
}
