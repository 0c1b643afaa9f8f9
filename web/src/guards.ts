import type { Role } from '@studiohub/contract/actor.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { isReservedSlug, slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import { type ClientLoaderFunctionArgs, data, redirect, redirectDocument } from 'react-router'
import { type CurrentUser, decideAccess, type Requirement } from './access.ts'
import { freshStudioOfPage, studioOfDomain } from './lib/page/page-studio.ts'
import { hasCode } from './lib/server/describe-error.ts'
import { queryClient } from './lib/server/query-client.ts'
import { meQuery } from './lib/session/me.ts'
import { getSession, needsFactor } from './lib/session/session.ts'
import { paths } from './paths.ts'

type Loader = ClientLoaderFunctionArgs

/** The data of a guard's 403. */
export type Denial = { home: string; join?: { id: string; name: string } }

/** The current user, or null if signed out. A session unknown to the server counts as signed out. */
async function currentUser(): Promise<CurrentUser> {
  if (!(await getSession())) return null
  try {
    return await queryClient.ensureQueryData(meQuery())
  } catch (error) {
    if (hasCode(error, 'UNAUTHENTICATED') || hasCode(error, 'BAD_JWT')) return null
    throw error
  }
}

async function requireAccess(requirement: Requirement, request: Request, namespace?: string) {
  const { pathname, search } = new URL(request.url)
  const requestedPath = pathname + search
  const user = await currentUser()
  // Accounts with a second factor must confirm it first (decision 0022).
  if (user && requirement.kind !== 'signed_out' && (await needsFactor())) {
    throw redirect(paths.callback({ namespace, next: requestedPath }))
  }
  const decision = decideAccess(requirement, user, requestedPath, namespace)
  if (decision.kind === 'go') throw redirect(decision.to)
  if (decision.kind === 'denied') {
    const { kind: _kind, ...denial } = decision
    throw data(denial satisfies Denial, { status: 403 })
  }
}

const notFound = () => data(null, { status: 404 })

/** The studio at an address. Unknown and reserved slugs give a 404 before any other check. */
async function studioAt(namespace: string | undefined): Promise<PublicStudio> {
  const slug = namespace?.toLowerCase() ?? ''
  if (!slugPattern.test(slug) || isReservedSlug(slug)) throw notFound()
  const embedded = freshStudioOfPage(slug)
  if (embedded) return embedded
  try {
    const { studioBySlugQuery } = await import('./features/studios/api.ts')
    return await queryClient.ensureQueryData(studioBySlugQuery(slug))
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) throw notFound()
    throw error
  }
}

/**
 * Redirects a former slug to the same page under the current one. On a studio's own domain, another studio's page must be
 * loaded from the server, which redirects.
 */
function redirectToCurrentAddress(request: Request, namespace: string | undefined, studio: PublicStudio) {
  const domainStudio = studioOfDomain()
  if (domainStudio && domainStudio.id !== studio.id) throw redirectDocument(request.url)
  if (namespace === undefined || namespace === studio.slug) return
  const url = new URL(request.url)
  throw redirect(url.pathname.replace(`/${namespace}`, `/${studio.slug}`) + url.search)
}

const guardFor =
  (requirement: Requirement) =>
  async ({ request }: Loader) => {
    // Pages of staff, admins, operators and the account exist only on the platform's domain, to which the server redirects.
    // A session of a studio's domain cannot change the account.
    const isAllowedOnDomain =
      requirement.kind === 'pending_role' || (requirement.kind === 'role' && requirement.role === 'client')
    if (!isAllowedOnDomain && studioOfDomain()) throw redirectDocument(request.url)
    await requireAccess(requirement, request)
    return null
  }

/** Guard of an area for one role. */
export const onlyFor = (role: Role) => guardFor({ kind: 'role', role })
/** Guard of a studio's pages for its admins and its desk. */
export const onlyAtDesk = guardFor({ kind: 'desk' })
export const onlyWithRole = guardFor({ kind: 'any_role' })
export const onlySignedIn = guardFor({ kind: 'signed_in' })
export const onlyWithoutRole = guardFor({ kind: 'no_role' })
export const onlyWhilePending = guardFor({ kind: 'pending_role' })

/** Guard of a studio's client pages: loads the studio, then requires the user to be its client. */
export async function onlyClientsOfStudio({ request, params }: Loader) {
  const studio = await studioAt(params.namespace)
  redirectToCurrentAddress(request, params.namespace, studio)
  await requireAccess({ kind: 'client_of', studio }, request, studio.slug)
  return { studio }
}

/** The studio whose branding an auth page shows: from the path or from `?studio=`; null for the default branding. */
export async function studioOfAuthPage({ request, params }: Loader): Promise<{ studio: PublicStudio | null }> {
  if (params.namespace !== undefined) {
    const studio = await studioAt(params.namespace)
    redirectToCurrentAddress(request, params.namespace, studio)
    return { studio }
  }
  const slug = new URL(request.url).searchParams.get('studio')
  return { studio: slug ? await studioAt(slug) : studioOfDomain() }
}

/** The studio of a public page. */
export async function studioOfPublicPage({ request, params }: Loader) {
  const studio = await studioAt(params.namespace)
  redirectToCurrentAddress(request, params.namespace, studio)
  return { studio }
}

/** Guard of the sign-in pages: signed-in users go to the callback, or to the invitation in the address. */
export async function onlySignedOut(args: Loader) {
  const { studio } = await studioOfAuthPage(args)
  // The callback timed out for this user, so redirecting back would loop.
  if (new URL(args.request.url).searchParams.has('stalled')) return null
  const { pathname, searchParams } = new URL(args.request.url)
  const invitation = searchParams.get('invitation')
  const instead = invitation ? { instead: paths.invitations(invitation) } : {}
  const as = searchParams.get('as') === 'crew' ? 'crew' : 'client'
  const join = studio && pathname.endsWith('/signup') ? { join: { studio: studio.slug, as } as const } : {}
  await requireAccess({ kind: 'signed_out', ...instead, ...join }, args.request, studio?.slug)
  return null
}

/** `/auth` alone: redirects to the sign-in page, whose guard forwards signed-in users. */
export async function redirectToSignIn(args: Loader) {
  const { studio } = await studioOfAuthPage(args)
  const namedSlug = args.params.namespace ?? new URL(args.request.url).searchParams.get('studio')
  throw redirect(paths.login({ namespace: namedSlug ? studio?.slug : null }))
}

/** `/client` and `/client/projects`: redirects to the same page of the client's studio. */
export async function redirectToOwnStudio({ request }: Loader) {
  await requireAccess({ kind: 'role', role: 'client' }, request)
  const me = await currentUser()
  const { pathname, search } = new URL(request.url)
  const rest = pathname.replace(/^\/client/, '')
  throw redirect(me?.studio ? paths.clientHome(me.studio.slug) + rest + search : paths.callback())
}
