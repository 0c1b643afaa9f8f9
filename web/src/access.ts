import { homeFor, type Role } from '@studiohub/contract/actor.ts'
import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { paths, safeNext } from './paths.ts'

/** What the guards know of the current user; null is a signed-out visitor. */
export type Visitor = Pick<Me, 'role' | 'studio' | 'pending_role'> | null

/** What a part of the route table asks for. */
export type Ask =
  | { kind: 'role'; role: Role }
  | { kind: 'any_role' }
  | { kind: 'client_of'; studio: Pick<PublicStudio, 'id' | 'name' | 'slug'> }
  /** Onboarding: signed in, without a role. */
  | { kind: 'no_role' }
  /** Pending approval: signed in, without a role, with a request. */
  | { kind: 'pending_role' }
  /** Signed in, with a role or without. */
  | { kind: 'signed_in' }
  /**
   * The sign-in pages: signed out. `instead`: where a signed-in person goes, if not to the callback. `join`: the studio of a
   * sign-up link, which somebody without a role is offered to join.
   */
  | { kind: 'signed_out'; instead?: string; join?: { studio: string; as: 'client' | 'crew' } }

export type Verdict =
  | { kind: 'pass' }
  | { kind: 'go'; to: string }
  | { kind: 'denied'; home: string; join?: { id: string; name: string } }

const pass: Verdict = { kind: 'pass' }
const go = (to: string): Verdict => ({ kind: 'go', to })

/** The page where a person belongs: by role, by what they wait for, or where they choose. */
export function homeOf(visitor: NonNullable<Visitor>): string {
  if (visitor.role) return homeFor(visitor.role, visitor.studio?.slug)
  return visitor.pending_role ? paths.pendingApproval : paths.onboarding
}

/**
 * Decides on one visit: pass, be sent elsewhere, or 'Access Denied'. Whatever is not allowed here is denied.
 * @param here the address asked for, to come back to after signing in
 * @param namespace the studio in the address, whose sign-in page a visitor then sees
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

// The spec sends a visitor of these two to /auth/login and nothing more.
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
 * When the guard of an area asks again: for another page of it, not for another month of the same calendar, which would
 * wait for the answer. What has ended meanwhile the server refuses, and the watch over the session sees.
 */
export const onAnotherPage = ({ currentUrl, nextUrl, defaultShouldRevalidate }: Move) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)

// Accepting one is how somebody new comes by a role.
const isInvitation = (next: string) => next.startsWith(paths.invitations())

/**
 * The page of a studio that somebody had asked for when they signed up there, as a time that they had chosen, or null. It
 * stands in their metadata, which they can write themselves: it only ever names a page of a client at one studio.
 */
export function signupNextIn(metadata: Readonly<Record<string, unknown>>): string | null {
  const slug = slugIn(metadata.signup_namespace)
  const kept = typeof metadata.signup_next === 'string' ? safeNext(metadata.signup_next) : null
  return slug && kept?.startsWith(`/${slug}/bookings?`) ? kept : null
}

/** The slug that somebody's metadata names, or null. */
export const slugIn = (value: unknown) => (typeof value === 'string' && /^[a-z0-9-]{3,60}$/.test(value) ? value : null)

/** Where somebody who has just signed in goes on to (spec section 4, callback). */
export type Arrival = { namespace: string | null; signup_namespace: string | null; next: string | null }

/**
 * A client goes to their studio, other roles home, a waiting person to the waiting page; without a role to the studio
 * they signed up at, whose guard offers to join it, else to onboarding, with the studio in the address if there is one. With a role, a page asked for before wins; who waits
 * for one keeps it.
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
