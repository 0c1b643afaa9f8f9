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
const own = aStudio('own-studio')
const other = aStudio('other-studio')

const person = (role: Role | null, studio: Studio | null = null): NonNullable<CurrentUser> => ({
  role,
  studio,
  pending_role: null,
})
const waiting: NonNullable<CurrentUser> = {
  role: null,
  studio: null,
  pending_role: { id: 'r', role: 'staff', studio_id: own.id, studio_name: own.name, requested_at: '2026-01-01' },
}
const homes: Record<Role, string> = {
  super_admin: '/super-admin',
  studio_admin: '/studio',
  staff: '/staff',
  client: '/own-studio',
  partner: '/partner/dashboard',
}

describe('an area of one role', () => {
  const asks = roles.map((role): Requirement => ({ kind: 'role', role }))

  test.each(asks)('lets in $role and denies every other role, with a way home', (ask) => {
    for (const role of roles) {
      const verdict = decideAccess(ask, person(role, own), '/there')
      const isTheirs = ask.kind === 'role' && ask.role === role
      expect(verdict).toEqual(isTheirs ? { kind: 'pass' } : { kind: 'denied', home: homes[role] })
    }
  })

  test('sends a visitor to sign in, and back afterwards', () => {
    const verdict = decideAccess({ kind: 'role', role: 'staff' }, null, '/staff/tasks?day=1')
    expect(verdict).toEqual({ kind: 'go', to: '/auth/login?next=%2Fstaff%2Ftasks%3Fday%3D1' })
  })

  test('sends a person without a role to onboarding, and one with an open request to the waiting page', () => {
    const ask: Requirement = { kind: 'role', role: 'studio_admin' }
    expect(decideAccess(ask, person(null), '/studio')).toEqual({ kind: 'go', to: '/auth/onboarding' })
    expect(decideAccess(ask, waiting, '/studio')).toEqual({ kind: 'go', to: '/auth/pending-approval' })
  })
})

describe("a studio's own pages", () => {
  const ask: Requirement = { kind: 'client_of', studio: own }

  test('let in its clients', () => {
    expect(decideAccess(ask, person('client', own), '/own-studio', 'own-studio')).toEqual({ kind: 'pass' })
  })

  test('offer a client of another studio to join', () => {
    const verdict = decideAccess(ask, person('client', other), '/own-studio', 'own-studio')
    expect(verdict).toEqual({ kind: 'denied', home: '/other-studio', join: { id: own.id, name: own.name } })
  })

  test.each(roles.filter((role) => role !== 'client'))('deny %s, even of this studio, without an offer', (role) => {
    expect(decideAccess(ask, person(role, own), '/own-studio')).toEqual({ kind: 'denied', home: homes[role] })
  })

  test("send a visitor to the studio's own sign-in page", () => {
    // A person without a role used to lose the studio on the way to onboarding.
    expect(decideAccess(ask, person(null), '/own-studio', 'own-studio')).toEqual({
      kind: 'go',
      to: '/auth/onboarding?studio=own-studio',
    })
    const verdict = decideAccess(ask, null, '/own-studio/board', 'own-studio')
    expect(verdict).toEqual({ kind: 'go', to: '/own-studio/auth/login?next=%2Fown-studio%2Fboard' })
  })
})

describe('pages around signing in', () => {
  test('the sign-in pages are for visitors; everybody else goes to the callback', () => {
    expect(decideAccess({ kind: 'signed_out' }, null, '/auth/login')).toEqual({ kind: 'pass' })
    for (const visitor of [person(null), waiting, person('staff', own)]) {
      expect(decideAccess({ kind: 'signed_out' }, visitor, '/auth/login')).toEqual({ kind: 'go', to: '/auth/callback' })
    }
  })

  test('onboarding is for people without a role, even with an open request', () => {
    const ask: Requirement = { kind: 'no_role' }
    expect(decideAccess(ask, null, '/auth/onboarding')).toEqual({ kind: 'go', to: '/auth/login' })
    expect(decideAccess(ask, person(null), '/auth/onboarding')).toEqual({ kind: 'pass' })
    expect(decideAccess(ask, waiting, '/auth/onboarding')).toEqual({ kind: 'pass' })
    for (const role of roles) {
      expect(decideAccess(ask, person(role, own), '/auth/onboarding')).toEqual({ kind: 'go', to: homes[role] })
    }
  })

  test('the waiting page redirects people who have a role or no request', () => {
    const ask: Requirement = { kind: 'pending_role' }
    expect(decideAccess(ask, waiting, '/auth/pending-approval')).toEqual({ kind: 'pass' })
    expect(decideAccess(ask, null, '/auth/pending-approval')).toEqual({ kind: 'go', to: '/auth/login' })
    expect(decideAccess(ask, person(null), '/auth/pending-approval')).toEqual({ kind: 'go', to: '/auth/onboarding' })
    expect(decideAccess(ask, person('staff', own), '/auth/pending-approval')).toEqual({ kind: 'go', to: '/staff' })
  })

  test('the profile is for any role', () => {
    for (const role of roles) {
      expect(decideAccess({ kind: 'any_role' }, person(role, own), '/profile')).toEqual({ kind: 'pass' })
    }
    expect(decideAccess({ kind: 'any_role' }, person(null), '/profile')).toEqual({ kind: 'go', to: '/auth/onboarding' })
  })
})

describe('after signing in', () => {
  test("a studio's sign-up link offers the studio to a signed-in person without a role", () => {
    const ask: Requirement = { kind: 'signed_out', join: { studio: 'own-studio', as: 'crew' } }
    const at = (visitor: CurrentUser) => decideAccess(ask, visitor, '/own-studio/auth/signup?as=crew', 'own-studio')
    expect(at(null)).toEqual({ kind: 'pass' })
    expect(at(person(null))).toEqual({ kind: 'go', to: '/auth/onboarding?studio=own-studio&as=crew' })
    for (const visitor of [waiting, person('client', own), person('staff', other)])
      expect(at(visitor)).toEqual({ kind: 'go', to: '/own-studio/auth/callback' })
  })

  const nowhere = { namespace: null, signup_namespace: null, next: null }

  test('every role goes home, a client to their studio', () => {
    for (const role of roles) expect(pathAfterSignIn(person(role, own), nowhere)).toBe(homes[role])
  })

  test('a client without a studio goes to the studio in the address, else to the landing page', () => {
    expect(pathAfterSignIn(person('client'), { ...nowhere, namespace: 'own-studio' })).toBe('/own-studio')
    // A bare '/' would send them back to the callback, without end.
    expect(pathAfterSignIn(person('client'), nowhere)).toBe('/?studio=unknown')
  })

  test('a person without a role goes to the studio where they signed up, else to onboarding; one with an open request waits', () => {
    expect(pathAfterSignIn(person(null), { ...nowhere, signup_namespace: 'own-studio' })).toBe('/own-studio')
    expect(pathAfterSignIn(person(null), nowhere)).toBe('/auth/onboarding')
    expect(pathAfterSignIn(person(null), { ...nowhere, namespace: 'own-studio' })).toBe(
      '/auth/onboarding?studio=own-studio',
    )
    expect(pathAfterSignIn(waiting, { ...nowhere, signup_namespace: 'own-studio' })).toBe('/auth/pending-approval')
  })

  test('a person who waits for approval returns to the requested page later', () => {
    const next = '/own-studio/bookings?book=recording&time=10:00'
    const to = pathAfterSignIn(waiting, { ...nowhere, next })
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
    expect(pathAfterSignIn(person('staff', own), { ...nowhere, next: '/staff/tasks' })).toBe('/staff/tasks')
    expect(pathAfterSignIn(person(null), { ...nowhere, next: '/staff/tasks' })).toBe('/auth/onboarding')
  })
})

test('an area checks access for another page and on Retry, not for another month of one page', () => {
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
