import { describe, expect, test } from 'vitest'
import { type Actor, visitor } from '../../actor.ts'
import {
  canBlockTime,
  canBookFor,
  canCancel,
  canComplete,
  canConfirm,
  canCreateBooking,
  canDecline,
  canListBookings,
  canSeeAllBookings,
  canSetStatus,
  isBoundByCutoff,
} from './policy.ts'

const HERE = 'studio-a'
const somebody = (role: Actor['role'], studio_id: string | null): Actor => ({
  ...visitor,
  user_id: `${role}-of-${studio_id}`,
  role,
  studio_id,
})
const superAdmin = somebody('super_admin', null)
const admin = somebody('studio_admin', HERE)
const staff = somebody('staff', HERE)
const client = somebody('client', HERE)
const rivalAdmin = somebody('studio_admin', 'studio-b')
const rivalClient = somebody('client', 'studio-b')
const partner = somebody('partner', null)
const nobody = somebody(null, null)
const everybody = { superAdmin, admin, staff, client, rivalAdmin, rivalClient, partner, nobody, visitor }

const whoMay = (may: (actor: Actor) => boolean) =>
  Object.entries(everybody)
    .filter(([, actor]) => may(actor))
    .map(([name]) => name)

describe('who may do what with the bookings of a studio', () => {
  const own = { studio_id: HERE, client_id: client.user_id }
  const others = { studio_id: HERE, client_id: 'somebody else' }
  const internal = { studio_id: HERE, client_id: null }

  test.each<[string, (actor: Actor) => boolean, string[]]>([
    ['list', (actor) => canListBookings(actor, HERE), ['superAdmin', 'admin', 'staff', 'client']],
    ['see all', (actor) => canSeeAllBookings(actor, HERE), ['superAdmin', 'admin', 'staff']],
    ['create', (actor) => canCreateBooking(actor, HERE), ['superAdmin', 'admin', 'client']],
    ['block time', (actor) => canBlockTime(actor, HERE), ['superAdmin', 'admin']],
    ['book for the client', (actor) => canBookFor(actor, HERE, client.user_id), ['superAdmin', 'admin', 'client']],
    ['book for nobody', (actor) => canBookFor(actor, HERE, null), ['superAdmin', 'admin']],
    ['confirm', (actor) => canConfirm(actor, own), ['superAdmin', 'admin']],
    ['decline', (actor) => canDecline(actor, own), ['superAdmin', 'admin']],
    ['complete', (actor) => canComplete(actor, own), ['superAdmin', 'admin']],
    ['cancel their own', (actor) => canCancel(actor, own), ['superAdmin', 'admin', 'client']],
    ["cancel another's", (actor) => canCancel(actor, others), ['superAdmin', 'admin']],
    ['cancel an internal one', (actor) => canCancel(actor, internal), ['superAdmin', 'admin']],
  ])('%s', (_what, may, names) => {
    expect(whoMay(may)).toEqual(names)
  })

  test('the cut-off binds all but those who run the studio', () => {
    expect(isBoundByCutoff(client, HERE)).toBe(true)
    expect(isBoundByCutoff(admin, HERE)).toBe(false)
  })

  test('a client asks, an admin may confirm at once, and blocked time is nothing but confirmed', () => {
    expect(canSetStatus(client, HERE, 'client_booking', 'pending')).toBe(true)
    expect(canSetStatus(client, HERE, 'client_booking', 'confirmed')).toBe(false)
    expect(canSetStatus(admin, HERE, 'client_booking', 'confirmed')).toBe(true)
    expect(canSetStatus(admin, HERE, 'client_booking', 'completed')).toBe(false)
    expect(canSetStatus(admin, HERE, 'blocked_time', 'confirmed')).toBe(true)
    expect(canSetStatus(admin, HERE, 'blocked_time', 'pending')).toBe(false)
  })
})
