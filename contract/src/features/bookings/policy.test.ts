import { describe, expect, test } from 'vitest'
import { type Actor, visitor } from '../../actor.ts'
import {
  canBlockTime,
  canBookFor,
  canCancel,
  canChangeAssigned,
  canComplete,
  canConfirm,
  canCreateBooking,
  canCreateWithStatus,
  canDecline,
  canListBookings,
  canSeeAllBookings,
  canSetPrice,
  isBoundByCutoff,
} from './policy.ts'

const HERE = 'studio-a'
const anActor = (role: Actor['role'], studio_id: string | null): Actor => ({
  ...visitor,
  user_id: `${role}-of-${studio_id}`,
  role,
  studio_id,
  client_id: role === 'client' ? `${role}-of-${studio_id}` : null,
})
const superAdmin = anActor('super_admin', null)
const admin = anActor('studio_admin', HERE)
const staff = anActor('staff', HERE)
const desk: Actor = { ...staff, user_id: 'desk', at_desk: true }
const rivalDesk: Actor = { ...desk, studio_id: 'studio-b' }
const client = anActor('client', HERE)
const rivalAdmin = anActor('studio_admin', 'studio-b')
const rivalClient = anActor('client', 'studio-b')
const partner = anActor('partner', null)
const aVisitor = anActor(null, null)
const actors = {
  superAdmin,
  admin,
  desk,
  staff,
  client,
  rivalAdmin,
  rivalDesk,
  rivalClient,
  partner,
  nobody: aVisitor,
  visitor,
}

const whoMay = (may: (actor: Actor) => boolean) =>
  Object.entries(actors)
    .filter(([, actor]) => may(actor))
    .map(([name]) => name)

describe('rights for the bookings of a studio', () => {
  const ownBooking = { studio_id: HERE, client_id: client.client_id }
  const othersBooking = { studio_id: HERE, client_id: 'another client' }
  const internalBooking = { studio_id: HERE, client_id: null }

  test.each<[string, (actor: Actor) => boolean, string[]]>([
    ['list', (actor) => canListBookings(actor, HERE), ['superAdmin', 'admin', 'desk', 'staff', 'client']],
    ['see all', (actor) => canSeeAllBookings(actor, HERE), ['superAdmin', 'admin', 'desk', 'staff']],
    ['create', (actor) => canCreateBooking(actor, HERE), ['superAdmin', 'admin', 'desk', 'client']],
    ['block time', (actor) => canBlockTime(actor, HERE), ['superAdmin', 'admin', 'desk']],
    [
      'book for the client',
      (actor) => canBookFor(actor, HERE, client.client_id),
      ['superAdmin', 'admin', 'desk', 'client'],
    ],
    ['book without a client', (actor) => canBookFor(actor, HERE, null), ['superAdmin', 'admin', 'desk']],
    ['set a price by hand', (actor) => canSetPrice(actor, HERE), ['superAdmin', 'admin']],
    ['confirm', (actor) => canConfirm(actor, ownBooking), ['superAdmin', 'admin', 'desk']],
    ['decline', (actor) => canDecline(actor, ownBooking), ['superAdmin', 'admin', 'desk']],
    ['complete', (actor) => canComplete(actor, ownBooking), ['superAdmin', 'admin', 'desk']],
    ['cancel their own session', (actor) => canCancel(actor, ownBooking), ['superAdmin', 'admin', 'desk', 'client']],
    ["cancel another client's session", (actor) => canCancel(actor, othersBooking), ['superAdmin', 'admin', 'desk']],
    ['cancel an internal session', (actor) => canCancel(actor, internalBooking), ['superAdmin', 'admin', 'desk']],
  ])('%s', (_what, may, names) => {
    expect(whoMay(may)).toEqual(names)
  })

  test('crew change bookings that they are assigned to, if the studio allows it', () => {
    const may = (actor: Actor, crew_changes_sessions: boolean, is_assigned: boolean) =>
      canChangeAssigned(actor, ownBooking, { crew_changes_sessions, is_assigned })
    expect([may(staff, true, true), may(staff, false, true), may(staff, true, false)]).toEqual([true, false, false])
    expect([may(client, true, true), may({ ...staff, studio_id: 'studio-b' }, true, true)]).toEqual([false, false])
  })

  test('the cut-off applies to clients, not to admins', () => {
    expect(isBoundByCutoff(client, HERE)).toBe(true)
    expect(isBoundByCutoff(admin, HERE)).toBe(false)
  })

  test('clients create pending sessions, admins also confirmed ones, and blocked time is always confirmed', () => {
    expect(canCreateWithStatus(client, HERE, 'client_booking', 'pending')).toBe(true)
    expect(canCreateWithStatus(client, HERE, 'client_booking', 'confirmed')).toBe(false)
    expect(canCreateWithStatus(admin, HERE, 'client_booking', 'confirmed')).toBe(true)
    expect(canCreateWithStatus(admin, HERE, 'client_booking', 'completed')).toBe(false)
    expect(canCreateWithStatus(admin, HERE, 'blocked_time', 'confirmed')).toBe(true)
    expect(canCreateWithStatus(admin, HERE, 'blocked_time', 'pending')).toBe(false)
  })
})
