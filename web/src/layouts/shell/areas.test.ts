import type { Role } from '@studiohub/contract/actor.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { expect, test } from 'vitest'
import { getAreaName, getCurrentTab, getNavItems, getTabs, isCurrentItem } from './areas.ts'

const studio = { name: 'North', slug: 'north' } as Studio
const labels = (role: Role | null, at_desk = false) => getNavItems({ role, studio, at_desk }).map(({ label }) => label)

test("each area's sidebar has the spec's pages with the spec's names", () => {
  expect(labels('super_admin')).toEqual(['Dashboard', 'Studios', 'Users'])
  expect(labels('studio_admin')).toEqual(
    expect.arrayContaining(['Dashboard', 'Crew', 'Clients', 'Bookings', 'Settings']),
  )
  expect(labels('staff')).toEqual(expect.arrayContaining(['Dashboard', 'My Schedule', 'My Tasks', 'Check-Ins']))
  expect(labels(null)).toEqual([])
})

test('crew at the desk have bookings, clients, check-ins and the board, but no page that only admins can open', () => {
  const desk = labels('staff', true)
  expect(desk).toEqual(expect.arrayContaining(['Bookings', 'Clients', 'Check-Ins', 'Board']))
  for (const label of ['Crew', 'Settings', 'My Schedule']) expect(desk).not.toContain(label)
})

test.each([
  ['super_admin', false, ['Dashboard', 'Studios', 'Users']],
  ['studio_admin', false, ['Dashboard', 'Bookings', 'Clients', 'Messages']],
  ['staff', true, ['Dashboard', 'Bookings', 'Clients', 'Messages']],
  ['staff', false, ['Dashboard', 'My Schedule', 'My Tasks', 'Messages']],
  ['client', false, ['Home', 'Bookings', 'Projects', 'Messages']],
  ['partner', false, []],
  [null, false, []],
] as const)('the phone tabs of %s (at the desk: %s)', (role, at_desk, tabs) => {
  expect(getTabs({ role, studio, at_desk }).map(({ label }) => label)).toEqual(tabs)
})

test("a client's pages are at their studio's address", () => {
  expect(getNavItems({ role: 'client', studio, at_desk: false })[0]?.to).toBe('/north')
  expect(getNavItems({ role: 'client', studio: null, at_desk: false })).toEqual([])
})

test('an area has the name of its studio', () => {
  expect(getAreaName({ role: 'staff', studio })).toBe('North')
  expect(getAreaName({ role: 'super_admin', studio: null })).toBe('Platform')
})

test.each([
  ['/studio', 'Dashboard'],
  ['/studio/invoices/12', 'Invoices'],
  ['/studio/payments', 'Invoices'],
  ['/studio/import', 'Clients'],
  ['/studio/bookings', 'Bookings'],
])('the current entry of %s is %s', (pathname, label) => {
  const nav = getNavItems({ role: 'studio_admin', studio, at_desk: false })
  const current = nav.filter((item) => isCurrentItem(item, pathname, item === nav[0]))
  expect(current.map((item) => item.label)).toEqual([label])
})

test.each([
  ['studio_admin', '/studio', 'Dashboard'],
  ['studio_admin', '/studio/clients/12', 'Clients'],
  ['studio_admin', '/studio/import', 'Clients'],
  ['studio_admin', '/studio/invoices', 'more'],
  ['studio_admin', '/studio/payments', 'more'],
  ['studio_admin', '/studio/settings', 'more'],
  ['studio_admin', '/profile', undefined],
  ['client', '/north', 'Home'],
  ['client', '/north/bookings', 'Bookings'],
  ['client', '/north/invoices', 'more'],
] as const)('the current tab of %s on %s is %s', (role, pathname, expected) => {
  // A client's entries are made again by each call.
  const me = { role, studio, at_desk: false }
  const current = getCurrentTab(getNavItems(me), getTabs(me), pathname)
  expect(typeof current === 'object' ? current.label : current).toBe(expected)
})
