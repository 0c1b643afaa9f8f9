import { homeFor, type Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { paths, safeNext } from './paths.ts'

/** The current user as far as the guards need it; null if signed out. */
export type Visitor = Pick<Me, 'role' | 'studio' | 'pending_role'> | null

/** The requirement of a route for entering it. */
export type Ask =
  | { kind: 'role'; role: Role }
  | { kind: 'any_role' }
  | { kind: 'client_of'; studio: Pick<PublicStudio, 'id' | 'name' | 'slug'> }
  /** Onboarding: signed in, without a role. */
  | { kind: 'no_role' }
  /** Pending approval: signed in, without a role, with a role request. */
  | { kind: 'pending_role' }
  /** Signed in, with or without a role. */
  | { kind: 'signed_in' }
  /**
   * The sign-in pages: signed out. `instead`: where to send a signed-in user; the callback by default. `join`: the
   * studio of a sign-up link, which users without a role may join.
   */
  | { kind: 'signed_out'; instead?: string; join?: { studio: string; as: 'client' | 'crew' } }

export type Verdict =
  | { kind: 'pass' }
  | { kind: 'go'; to: string }
  | { kind: 'denied'; home: string; join?: { id: string; name: string } }

const pass: Verdict = { kind: 'pass' }
const go = (to: string): Verdict => ({ kind: 'go', to })

/** The user's home page: by role, else pending approval or onboarding. */
export function homeOf(visitor: NonNullable<Visitor>): string {
  if (visitor.role) return homeFor(visitor.role, visitor.studio?.slug)
  return visitor.pending_role ? paths.pendingApproval : paths.onboarding
}

/**
 * Decides on one page view: pass, redirect or 'Access Denied'. Everything not allowed explicitly is denied.
 * @param here the requested address, to return to after signing in
 * @param namespace the studio in the address, whose sign-in page is shown
 */
export function decide(ask: Ask, visitor: Visitor, here: string, namespace?: string): Verdict {
  if (ask.kind === 'signed_out') return visitor ? go(awayFromSignIn(ask, visitor, namespace)) : pass
  if (!visitor) return go(paths.login({ namespace, ...(keepsPlace(ask) && { next: here }) }))
  if (ask.kind === 'signed_in') return pass
  if (ask.kind === 'no_role') return visitor.role ? go(homeOf(visitor)) : pass
  if (ask.kind === 'pending_role') return visitor.role || !visitor.pending_role ? go(homeOf(visitor)) : pass
  if (!visitor.role) {
    const isNew = ask.kind === 'client_of' && !visitor.pending_role
    return go(isNew ? paths.onboardingAt(ask.studio.slug) : homeOf(visitor))
  }
  return allows(ask, visitor) ? pass : denied(ask, visitor)
}

function awayFromSignIn(ask: Extract<Ask, { kind: 'signed_out' }>, visitor: NonNullable<Visitor>, namespace?: string) {
  if (ask.instead) return ask.instead
  const isNew = !visitor.role && !visitor.pending_role
  return ask.join && isNew ? paths.onboardingAt(ask.join.studio, ask.join.as) : paths.callback({ namespace })
}

// For these two, the spec redirects to /auth/login without a return address.
const keepsPlace = (ask: Ask) => ask.kind !== 'no_role' && ask.kind !== 'pending_role'

function allows(ask: Ask, visitor: NonNullable<Visitor>): boolean {
  if (ask.kind === 'any_role') return true
  if (ask.kind === 'role') return visitor.role === ask.role
  if (ask.kind === 'client_of') return visitor.role === 'client' && visitor.studio?.id === ask.studio.id
  return false
}

function denied(ask: Ask, visitor: NonNullable<Visitor>): Verdict {
  const home = homeOf(visitor)
  if (ask.kind !== 'client_of' || visitor.role !== 'client') return { kind: 'denied', home }
  return { kind: 'denied', home, join: { id: ask.studio.id, name: ask.studio.name } }
}

type Move = { currentUrl: URL; nextUrl: URL; defaultShouldRevalidate: boolean }

/**
 * Reruns an area's guard for another page, but not when only the query changes: another month in a calendar must not
 * wait for it. The server rejects ended access anyway, and the session watch notices it.
 */
export const onAnotherPage = ({ currentUrl, nextUrl, defaultShouldRevalidate }: Move) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

// New users get their role by accepting an invitation.
const isInvitation = (next: string) => next.startsWith(paths.invitations())

/**
 * The studio page that a user requested when signing up, such as a chosen time, or null. Users can edit this metadata,
 * so only a bookings page of one studio is accepted.
 */
export function signupNextIn(metadata: Readonly<Record<string, unknown>>): string | null {
  const slug = slugIn(metadata.signup_namespace)
  const kept = typeof metadata.signup_next === 'string' ? safeNext(metadata.signup_next) : null
  return slug && kept?.startsWith(`/${slug}/bookings?`) ? kept : null
}

/** A valid slug from the user's metadata, or null. */
export const slugIn = (value: unknown) => (typeof value === 'string' && /^[a-z0-9-]{3,60}$/.test(value) ? value : null)

/** Query and metadata that decide where to go after signing in (spec section 4, callback). */
export type Arrival = { namespace: string | null; signup_namespace: string | null; next: string | null }

/**
 * The page to open after signing in. With a role, `next` wins, else home. With a pending role: the waiting page, which
 * remembers `next`. Without a role: the studio of the sign-up, whose guard offers to join it, else onboarding for the
 * studio in the address, if any.
 */
export function afterSignIn(visitor: NonNullable<Visitor>, { namespace, signup_namespace, next }: Arrival): string {
  if (next && (visitor.role || isInvitation(next))) return next
  if (visitor.role === 'client' && !visitor.studio)
    return namespace ? paths.clientHome(namespace) : paths.homeWithoutStudio
  if (!visitor.role && visitor.pending_role && next) return paths.pendingApprovalFor(next)
  if (visitor.role || visitor.pending_role) return homeOf(visitor)
  if (signup_namespace) return paths.clientHome(signup_namespace)
  return namespace ? paths.onboardingAt(namespace) : paths.onboarding
}
