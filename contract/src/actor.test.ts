import { expect, test } from 'vitest'
import { type Actor, homeFor, isAdminOrOperator, roleLabels, roles, visitor, worksAtStudio } from './actor.ts'

test('every role has the home page that the spec names, and a partner has their own', () => {
  expect(Object.fromEntries(roles.map((role) => [role, homeFor(role, 'northlight')]))).toEqual({
    super_admin: '/super-admin',
    studio_admin: '/studio',
    staff: '/staff',
    client: '/northlight',
    partner: '/partner/dashboard',
  })
})

test('a client of an unknown studio is sent to the page that finds the studio', () => {
  for (const slug of [undefined, null, '']) expect(homeFor('client', slug)).toBe('/auth/callback')
})

test('roles have the names of the spec', () => {
  expect(roleLabels).toEqual({
    super_admin: 'Super Admin',
    studio_admin: 'Studio Admin',
    staff: 'Crew Member',
    client: 'Client',
    partner: 'Partner',
  })
})

test('a studio is run by its own admin and by super admins, and its crew works there', () => {
  const actorWith = (role: Actor['role'], studio_id: string | null): Actor => ({
    ...visitor,
    user_id: 'u',
    role,
    studio_id,
  })
  const rightsOf = (actor: Actor) => [isAdminOrOperator(actor, 'a'), worksAtStudio(actor, 'a')]
  expect(rightsOf(actorWith('super_admin', null))).toEqual([true, true])
  expect(rightsOf(actorWith('studio_admin', 'a'))).toEqual([true, true])
  expect(rightsOf(actorWith('staff', 'a'))).toEqual([false, true])
  for (const actor of [
    actorWith('studio_admin', 'b'),
    actorWith('studio_admin', null),
    actorWith('staff', 'b'),
    actorWith('client', 'a'),
    actorWith('partner', null),
    visitor,
  ]) {
    expect(rightsOf(actor)).toEqual([false, false])
  }
})
