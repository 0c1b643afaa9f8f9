import { homeFor, type Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { paths, safeNext } from './paths.ts'

/** The fields of the current user that the guards need; null if signed out. */
export type CurrentUser = (Pick<Me, 'role' | 'studio' | 'pending_role'> & Partial<Pick<Me, 'at_desk'>>) | null

/** What a route requires of a user who opens it. */
export type Requirement =
  | { kind: 'role'; role: Role }
  /** A studio's admin, or crew at its desk. */
  | { kind: 'desk' }
  | { kind: 'any_role' }
  | { kind: 'client_of'; studio: Pick<PublicStudio, 'id' | 'name' | 'slug'> }
  /** Onboarding: signed in, without a role. */
  | { kind: 'no_role' }
  /** Pending approval: signed in, without a role, with a role request. */
  | { kind: 'pending_role' }
  /** Signed in, with or without a role. */
  | { kind: 'signed_in' }
  /**
   * The sign-in pages: signed out. `instead`: where to send a signed-in user; by default the callback. `join`: the studio of
   * a sign-up link, which users without a role may join.
   */
  | { kind: 'signed_out'; instead?: string; join?: { studio: string; as: 'client' | 'crew' } }

export type AccessDecision =
  | { kind: 'pass' }
  | { kind: 'go'; to: string }
  | { kind: 'denied'; home: string; join?: { id: string; name: string } }

const allowed: AccessDecision = { kind: 'pass' }
const redirectTo = (to: string): AccessDecision => ({ kind: 'go', to })

/** The first page of a user: the home of their role, or the next step to get a role. */
export function getHome(user: NonNullable<CurrentUser>): string {
  if (user.role) return homeFor(user.role, user.studio?.slug, user.at_desk)
  return user.pending_role ? paths.pendingApproval : paths.onboarding
}

/**
 * Decides on one page view: pass, redirect or 'Access Denied'. Everything not allowed explicitly is denied.
 * @param requestedPath the page to return to after signing in
 * @param namespace the studio in the address, whose sign-in page is shown
 */
export function decideAccess(
  requirement: Requirement,
  user: CurrentUser,
  requestedPath: string,
  namespace?: string,
): AccessDecision {
  if (requirement.kind === 'signed_out')
    return user ? redirectTo(pathForSignedIn(requirement, user, namespace)) : allowed
  if (!user)
    return redirectTo(paths.login({ namespace, ...(returnsAfterSignIn(requirement) && { next: requestedPath }) }))
  if (requirement.kind === 'signed_in') return allowed
  if (requirement.kind === 'no_role') return user.role ? redirectTo(getHome(user)) : allowed
  if (requirement.kind === 'pending_role') return user.role || !user.pending_role ? redirectTo(getHome(user)) : allowed
  if (!user.role) {
    const isNew = requirement.kind === 'client_of' && !user.pending_role
    return redirectTo(isNew ? paths.onboardingAt(requirement.studio.slug) : getHome(user))
  }
  return hasAccess(requirement, user) ? allowed : denyAccess(requirement, user)
}

function pathForSignedIn(
  requirement: Extract<Requirement, { kind: 'signed_out' }>,
  user: NonNullable<CurrentUser>,
  namespace?: string,
) {
  if (requirement.instead) return requirement.instead
  const isNew = !user.role && !user.pending_role
  return requirement.join && isNew
    ? paths.onboardingAt(requirement.join.studio, requirement.join.as)
    : paths.callback({ namespace })
}

// For these two requirements, spec section 2 redirects to /auth/login without a return address.
const returnsAfterSignIn = (requirement: Requirement) =>
  requirement.kind !== 'no_role' && requirement.kind !== 'pending_role'

function hasAccess(requirement: Requirement, user: NonNullable<CurrentUser>): boolean {
  if (requirement.kind === 'any_role') return true
  if (requirement.kind === 'desk') return user.role === 'studio_admin' || user.at_desk === true
  if (requirement.kind === 'role') return user.role === requirement.role
  if (requirement.kind === 'client_of') return user.role === 'client' && user.studio?.id === requirement.studio.id
  return false
}

function denyAccess(requirement: Requirement, user: NonNullable<CurrentUser>): AccessDecision {
  const home = getHome(user)
  if (requirement.kind !== 'client_of' || user.role !== 'client') return { kind: 'denied', home }
  return { kind: 'denied', home, join: { id: requirement.studio.id, name: requirement.studio.name } }
}

type Navigation = { currentUrl: URL; nextUrl: URL; defaultShouldRevalidate: boolean }

/**
 * Runs an area's guard again for another page, but not if only the query changes, so that another month in a calendar does not
 * wait for the guard. If access ends in between, the server rejects calls and the session watch notices it.
 */
export const revalidateOnPathChange = ({ currentUrl, nextUrl, defaultShouldRevalidate }: Navigation) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

// New users get their role by accepting an invitation.
const isInvitationPath = (next: string) => next.startsWith(paths.invitations())

/**
 * The studio page that a user requested when signing up, such as a chosen time, or null. Users can edit this metadata,
 * so only a bookings page of one studio is accepted.
 */
export function readSignupNext(metadata: Readonly<Record<string, unknown>>): string | null {
  const slug = readSlug(metadata.signup_namespace)
  const storedNext = typeof metadata.signup_next === 'string' ? safeNext(metadata.signup_next) : null
  return slug && storedNext?.startsWith(`/${slug}/bookings?`) ? storedNext : null
}

/** A valid slug from the user's metadata, or null. */
export const readSlug = (value: unknown) =>
  typeof value === 'string' && /^[a-z0-9-]{3,60}$/.test(value) ? value : null

/** Query and metadata that decide where to go after signing in (spec section 4, callback). */
export type SignInContext = { namespace: string | null; signup_namespace: string | null; next: string | null }

/**
 * The page to open after signing in. With a role: `next`, else home. With a pending role: the waiting page, which remembers
 * `next`. Without a role: the studio of the sign-up, whose guard offers to join it, else onboarding for the studio in the
 * address, if any.
 */
export function pathAfterSignIn(
  user: NonNullable<CurrentUser>,
  { namespace, signup_namespace, next }: SignInContext,
): string {
  if (next && (user.role || isInvitationPath(next))) return next
  if (user.role === 'client' && !user.studio) return namespace ? paths.clientHome(namespace) : paths.homeWithoutStudio
  if (!user.role && user.pending_role && next) return paths.pendingApprovalFor(next)
  if (user.role || user.pending_role) return getHome(user)
  if (signup_namespace) return paths.clientHome(signup_namespace)
  return namespace ? paths.onboardingAt(namespace) : paths.onboarding
}
