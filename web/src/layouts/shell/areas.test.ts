import type { Role } from '@studiohub/contract/actor.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { expect, test } from 'vitest'
import { getAreaName, getNavItems } from './areas.ts'

const studio = { name: 'North', slug: 'north' } as Studio
const labels = (role: Role | null, at_desk = false) => getNavItems({ role, studio, at_desk }).map(({ label }) => label)

test("each area's sidebar holds the spec's pages in the spec's words", () => {
  expect(labels('super_admin')).toEqual(['Dashboard', 'Studios', 'Users'])
  expect(labels('studio_admin')).toEqual(
    expect.arrayContaining(['Dashboard', 'Crew', 'Clients', 'Bookings', 'Settings']),
  )
  expect(labels('staff')).toEqual(expect.arrayContaining(['Dashboard', 'My Schedule', 'My Tasks', 'Check-Ins']))
  expect(labels(null)).toEqual([])
})

test('crew at the desk have bookings, clients, check-ins and the board, and nothing that only admins open', () => {
  const desk = labels('staff', true)
  expect(desk).toEqual(expect.arrayContaining(['Bookings', 'Clients', 'Check-Ins', 'Board']))
  for (const label of ['Crew', 'Settings', 'My Schedule']) expect(desk).not.toContain(label)
})

test("a client's pages stand at their studio's address", () => {
  expect(getNavItems({ role: 'client', studio, at_desk: false })[0]?.to).toBe('/north')
  expect(getNavItems({ role: 'client', studio: null, at_desk: false })).toEqual([])
})

test('an area is called by its studio', () => {
  expect(getAreaName({ role: 'staff', studio })).toBe('North')
  expect(getAreaName({ role: 'super_admin', studio: null })).toBe('Platform')
})
