import { type Role, roles } from '@studiohub/contract/actor.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { describe, expect, test } from 'vitest'
import {
  type CurrentUser,
  decideAccess,
  pathAfterSignIn,
  type Requirement,
  readSignupNext,
  revalidateOnPathChange,
} from './access.ts'

const aStudio = (slug: string) => ({ id: `id-of-${slug}`, name: slug, slug }) as Studio
const ownStudio = aStudio('own-studio')
const otherStudio = aStudio('other-studio')

const aUser = (role: Role | null, studio: Studio | null = null): NonNullable<CurrentUser> => ({
  role,
  studio,
  pending_role: null,
})
const pendingUser: NonNullable<CurrentUser> = {
  role: null,
  studio: null,
  pending_role: {
    id: 'r',
    role: 'staff',
    studio_id: ownStudio.id,
    studio_name: ownStudio.name,
    requested_at: '2026-01-01',
  },
}
const homes: Record<Role, string> = {
  super_admin: '/super-admin',
  studio_admin: '/studio',
  staff: '/staff',
  client: '/own-studio',
  partner: '/partner/dashboard',
}

describe('an area of one role', () => {
  const requirements = roles.map((role): Requirement => ({ kind: 'role', role }))

  test.each(requirements)(
    'an area for $role admits this role and denies all others, with a link to their home',
    (requirement) => {
      for (const role of roles) {
        const decision = decideAccess(requirement, aUser(role, ownStudio), '/there')
        const isSameRole = requirement.kind === 'role' && requirement.role === role
        expect(decision).toEqual(isSameRole ? { kind: 'pass' } : { kind: 'denied', home: homes[role] })
      }
    },
  )

  test('an area sends a visitor to the sign-in page, with a return address', () => {
    const decision = decideAccess({ kind: 'role', role: 'staff' }, null, '/staff/tasks?day=1')
    expect(decision).toEqual({ kind: 'go', to: '/auth/login?next=%2Fstaff%2Ftasks%3Fday%3D1' })
  })

  test('an area sends users without a role to onboarding, and those with an open request to the waiting page', () => {
    const requirement: Requirement = { kind: 'role', role: 'studio_admin' }
    expect(decideAccess(requirement, aUser(null), '/studio')).toEqual({ kind: 'go', to: '/auth/onboarding' })
    expect(decideAccess(requirement, pendingUser, '/studio')).toEqual({ kind: 'go', to: '/auth/pending-approval' })
  })
})

describe("a studio's own pages", () => {
  const requirement: Requirement = { kind: 'client_of', studio: ownStudio }

  test("a studio's pages admit its clients", () => {
    expect(decideAccess(requirement, aUser('client', ownStudio), '/own-studio', 'own-studio')).toEqual({ kind: 'pass' })
  })

  test("a studio's pages offer clients of another studio to join", () => {
    const decision = decideAccess(requirement, aUser('client', otherStudio), '/own-studio', 'own-studio')
    expect(decision).toEqual({
      kind: 'denied',
      home: '/other-studio',
      join: { id: ownStudio.id, name: ownStudio.name },
    })
  })

  test.each(roles.filter((role) => role !== 'client'))(
    "a studio's client pages deny %s, even of this studio, without an offer to join",
    (role) => {
      expect(decideAccess(requirement, aUser(role, ownStudio), '/own-studio')).toEqual({
        kind: 'denied',
        home: homes[role],
      })
    },
  )

  test("a studio's pages send a visitor to the studio's sign-in page", () => {
    // Users without a role must not lose the studio on the way to onboarding.
    expect(decideAccess(requirement, aUser(null), '/own-studio', 'own-studio')).toEqual({
      kind: 'go',
      to: '/auth/onboarding?studio=own-studio',
    })
    const decision = decideAccess(requirement, null, '/own-studio/board', 'own-studio')
    expect(decision).toEqual({ kind: 'go', to: '/own-studio/auth/login?next=%2Fown-studio%2Fboard' })
  })
})

describe('pages around signing in', () => {
  test('the sign-in pages are for visitors; all others go to the callback', () => {
    expect(decideAccess({ kind: 'signed_out' }, null, '/auth/login')).toEqual({ kind: 'pass' })
    for (const visitor of [aUser(null), pendingUser, aUser('staff', ownStudio)]) {
      expect(decideAccess({ kind: 'signed_out' }, visitor, '/auth/login')).toEqual({ kind: 'go', to: '/auth/callback' })
    }
  })

  test('onboarding is for people without a role, even with an open request', () => {
    const requirement: Requirement = { kind: 'no_role' }
    expect(decideAccess(requirement, null, '/auth/onboarding')).toEqual({ kind: 'go', to: '/auth/login' })
    expect(decideAccess(requirement, aUser(null), '/auth/onboarding')).toEqual({ kind: 'pass' })
    expect(decideAccess(requirement, pendingUser, '/auth/onboarding')).toEqual({ kind: 'pass' })
    for (const role of roles) {
      expect(decideAccess(requirement, aUser(role, ownStudio), '/auth/onboarding')).toEqual({
        kind: 'go',
        to: homes[role],
      })
    }
  })

  test('the waiting page redirects people who have a role or no request', () => {
    const requirement: Requirement = { kind: 'pending_role' }
    expect(decideAccess(requirement, pendingUser, '/auth/pending-approval')).toEqual({ kind: 'pass' })
    expect(decideAccess(requirement, null, '/auth/pending-approval')).toEqual({ kind: 'go', to: '/auth/login' })
    expect(decideAccess(requirement, aUser(null), '/auth/pending-approval')).toEqual({
      kind: 'go',
      to: '/auth/onboarding',
    })
    expect(decideAccess(requirement, aUser('staff', ownStudio), '/auth/pending-approval')).toEqual({
      kind: 'go',
      to: '/staff',
    })
  })

  test('the profile is for any role', () => {
    for (const role of roles) {
      expect(decideAccess({ kind: 'any_role' }, aUser(role, ownStudio), '/profile')).toEqual({ kind: 'pass' })
    }
    expect(decideAccess({ kind: 'any_role' }, aUser(null), '/profile')).toEqual({ kind: 'go', to: '/auth/onboarding' })
  })
})

describe('after signing in', () => {
  test("a studio's sign-up link offers the studio to a signed-in person without a role", () => {
    const requirement: Requirement = { kind: 'signed_out', join: { studio: 'own-studio', as: 'crew' } }
    const decideFor = (visitor: CurrentUser) =>
      decideAccess(requirement, visitor, '/own-studio/auth/signup?as=crew', 'own-studio')
    expect(decideFor(null)).toEqual({ kind: 'pass' })
    expect(decideFor(aUser(null))).toEqual({ kind: 'go', to: '/auth/onboarding?studio=own-studio&as=crew' })
    for (const visitor of [pendingUser, aUser('client', ownStudio), aUser('staff', otherStudio)])
      expect(decideFor(visitor)).toEqual({ kind: 'go', to: '/own-studio/auth/callback' })
  })

  const noContext = { namespace: null, signup_namespace: null, next: null }

  test('after signing in every role goes to its home, and a client to their studio', () => {
    for (const role of roles) expect(pathAfterSignIn(aUser(role, ownStudio), noContext)).toBe(homes[role])
  })

  test('a client without a studio goes to the studio in the address, else to the landing page', () => {
    expect(pathAfterSignIn(aUser('client'), { ...noContext, namespace: 'own-studio' })).toBe('/own-studio')
    // A bare '/' would send them back to the callback, in an endless loop.
    expect(pathAfterSignIn(aUser('client'), noContext)).toBe('/?studio=unknown')
  })

  test('a person without a role goes to the studio where they signed up, else to onboarding; one with an open request waits', () => {
    expect(pathAfterSignIn(aUser(null), { ...noContext, signup_namespace: 'own-studio' })).toBe('/own-studio')
    expect(pathAfterSignIn(aUser(null), noContext)).toBe('/auth/onboarding')
    expect(pathAfterSignIn(aUser(null), { ...noContext, namespace: 'own-studio' })).toBe(
      '/auth/onboarding?studio=own-studio',
    )
    expect(pathAfterSignIn(pendingUser, { ...noContext, signup_namespace: 'own-studio' })).toBe(
      '/auth/pending-approval',
    )
  })

  test('a person who waits for approval returns to the requested page later', () => {
    const next = '/own-studio/bookings?book=recording&time=10:00'
    const to = pathAfterSignIn(pendingUser, { ...noContext, next })
    expect(new URL(to, 'http://here.invalid').searchParams.get('next')).toBe(next)
    expect(to.startsWith('/auth/pending-approval?')).toBe(true)
  })

  test('the page chosen before signing up must be a page of that studio for its clients, whatever the metadata says', () => {
    const signup_namespace = 'own-studio'
    const next = '/own-studio/bookings?book=recording&time=10:00'
    expect(readSignupNext({ signup_namespace, signup_next: next })).toBe(next)
    for (const signup_next of [
      undefined,
      7,
      '/other-studio/bookings?book=x',
      '/own-studio',
      '//own-studio/bookings?x=1',
    ]) {
      expect(readSignupNext({ signup_namespace, signup_next })).toBeNull()
    }
    expect(readSignupNext({ signup_next: '/null/bookings?book=x' })).toBeNull()
  })

  test('the requested page comes first, but only with a role', () => {
    expect(pathAfterSignIn(aUser('staff', ownStudio), { ...noContext, next: '/staff/tasks' })).toBe('/staff/tasks')
    expect(pathAfterSignIn(aUser(null), { ...noContext, next: '/staff/tasks' })).toBe('/auth/onboarding')
  })
})

test('an area checks access again for another page and on Retry, but not for another month of the same page', () => {
  const from =
    (current: string) =>
    (next: string, defaultShouldRevalidate = true) =>
      revalidateOnPathChange({
        currentUrl: new URL(current, 'http://here.invalid'),
        nextUrl: new URL(next, 'http://here.invalid'),
        defaultShouldRevalidate,
      })
  const to = from('/studio/bookings?month=2026-12')
  expect(to('/studio/bookings?month=2027-01')).toBe(false)
  expect(to('/studio/bookings')).toBe(false)
  expect(to('/studio/staff')).toBe(true)
  expect(to('/studio/bookings?month=2026-12')).toBe(true)
  expect(to('/studio/staff', false)).toBe(false)
})
