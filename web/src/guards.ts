import type { Role } from '@studiohub/contract/actor.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { isReservedSlug, slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import { type ClientLoaderFunctionArgs, data, redirect, redirectDocument } from 'react-router'
import { type Ask, decide, type Visitor } from './access.ts'
import { freshStudio, studioOfDomain } from './lib/page/page-studio.ts'
import { hasCode } from './lib/server/problem.ts'
import { queryClient } from './lib/server/query-client.ts'
import { awaitsFactor, currentSession } from './lib/session/session.ts'
import { paths } from './paths.ts'

type Loader = ClientLoaderFunctionArgs

/** What a guard's refusal carries to the screen that shows it. */
export type Denial = { home: string; join?: { id: string; name: string } }

/** The current user. A session that the server no longer knows is no session. */
async function visitor(): Promise<Visitor> {
  if (!(await currentSession())) return null
  try {
    // Loaded for people who are signed in: a sign-in page calls no API.
    const { meQuery } = await import('./lib/session/me.ts')
    return await queryClient.ensureQueryData(meQuery())
  } catch (error) {
    if (hasCode(error, 'UNAUTHENTICATED') || hasCode(error, 'BAD_JWT')) return null
    throw error
  }
}

async function guard(ask: Ask, request: Request, namespace?: string) {
  const { pathname, search } = new URL(request.url)
  const here = pathname + search
  const looking = await visitor()
  // Nobody gets past the callback with half of what their account asks for (decision 0022).
  if (looking && ask.kind !== 'signed_out' && (await awaitsFactor())) {
    throw redirect(paths.callback({ namespace, next: here }))
  }
  const verdict = decide(ask, looking, here, namespace)
  if (verdict.kind === 'go') throw redirect(verdict.to)
  if (verdict.kind === 'denied') {
    const { kind: _kind, ...denial } = verdict
    throw data(denial satisfies Denial, { status: 403 })
  }
}

const notFound = () => data(null, { status: 404 })

/** The studio at an address; an unknown or reserved one is the not-found page, before anything else is asked. */
async function studioAt(namespace: string | undefined): Promise<PublicStudio> {
  const slug = namespace?.toLowerCase() ?? ''
  if (!slugPattern.test(slug) || isReservedSlug(slug)) throw notFound()
  const written = freshStudio(slug)
  if (written) return written
  try {
    const { studioBySlugQuery } = await import('./features/studios/api.ts')
    return await queryClient.ensureQueryData(studioBySlugQuery(slug))
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) throw notFound()
    throw error
  }
}

/**
 * A former slug keeps leading to its studio: on to the same page at the present one. Another studio is not on this one's
 * own domain: the server knows where it is.
 */
function atPresentAddress(request: Request, namespace: string | undefined, studio: PublicStudio) {
  const own = studioOfDomain()
  if (own && own.id !== studio.id) throw redirectDocument(request.url)
  if (namespace === undefined || namespace === studio.slug) return
  const url = new URL(request.url)
  throw redirect(url.pathname.replace(`/${namespace}`, `/${studio.slug}`) + url.search)
}

const only =
  (ask: Ask) =>
  async ({ request }: Loader) => {
    // Those who run studios and the platform have their areas at the product's own address; the server leads there.
    // So has what belongs to one's account: a session of a studio's domain cannot change it.
    const isHere = ask.kind === 'pending_role' || (ask.kind === 'role' && ask.role === 'client')
    if (!isHere && studioOfDomain()) throw redirectDocument(request.url)
    await guard(ask, request)
    return null
  }

/** Guard of an area that one role alone may enter. */
export const onlyFor = (role: Role) => only({ kind: 'role', role })
export const onlyWithRole = only({ kind: 'any_role' })
export const onlySignedIn = only({ kind: 'signed_in' })
export const onlyWithoutRole = only({ kind: 'no_role' })
export const onlyWhilePending = only({ kind: 'pending_role' })

/** Guard of a studio's own pages: the studio first, then whether the person is its client. */
export async function onlyClientsOfStudio({ request, params }: Loader) {
  const studio = await studioAt(params.namespace)
  atPresentAddress(request, params.namespace, studio)
  await guard({ kind: 'client_of', studio }, request, studio.slug)
  return { studio }
}

/** The studio whose face an authentication page wears: from the path, or from `?studio=`; null for the product's own. */
export async function studioOfAuthPage({ request, params }: Loader): Promise<{ studio: PublicStudio | null }> {
  if (params.namespace !== undefined) {
    const studio = await studioAt(params.namespace)
    atPresentAddress(request, params.namespace, studio)
    return { studio }
  }
  const asked = new URL(request.url).searchParams.get('studio')
  return { studio: asked ? await studioAt(asked) : studioOfDomain() }
}

/** The studio of a page that anybody may look at. */
export async function studioOfPublicPage({ request, params }: Loader) {
  const studio = await studioAt(params.namespace)
  atPresentAddress(request, params.namespace, studio)
  return { studio }
}

/** Guard of the sign-in pages: anyone who is signed in goes to the callback, which knows the way, or answers an invitation. */
export async function onlySignedOut(args: Loader) {
  const { studio } = await studioOfAuthPage(args)
  // The callback gave up on them: sending them back there would go round in a circle.
  if (new URL(args.request.url).searchParams.has('stalled')) return null
  const { pathname, searchParams } = new URL(args.request.url)
  const invitation = searchParams.get('invitation')
  const instead = invitation ? { instead: paths.invitations(invitation) } : {}
  const as = searchParams.get('as') === 'crew' ? 'crew' : 'client'
  const join = studio && pathname.endsWith('/signup') ? { join: { studio: studio.slug, as } as const } : {}
  await guard({ kind: 'signed_out', ...instead, ...join }, args.request, studio?.slug)
  return null
}

/** `/auth` alone: on to the sign-in page, whose guard sends people who are signed in to their own page. */
export async function toSignIn(args: Loader) {
  const { studio } = await studioOfAuthPage(args)
  const named = args.params.namespace ?? new URL(args.request.url).searchParams.get('studio')
  throw redirect(paths.login({ namespace: named ? studio?.slug : null }))
}

/** `/client` and `/client/projects`: on to the same page of the client's own studio. */
export async function toOwnStudio({ request }: Loader) {
  await guard({ kind: 'role', role: 'client' }, request)
  const me = await visitor()
  const { pathname, search } = new URL(request.url)
  const rest = pathname.replace(/^\/client/, '')
  throw redirect(me?.studio ? paths.clientHome(me.studio.slug) + rest + search : paths.callback())
}
