import { buildOverrideLine } from '@studiohub/contract/features/prices/rules.ts'
import { cast, type Name, objectId, studios } from './cast.ts'
import {
  bookingColumns,
  bookingValues,
  changeColumns,
  changeValues,
  seriesColumns,
  seriesValues,
  testRows,
  undoColumns,
  visitorColumns,
  visitorValues,
} from './rows.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios
// Visitors have no id, so their statements use the id of the newcomer.
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`
const { booking, room, series, visitor } = testRows

const soon = "now() + interval '1 hour'"
const inMonths = "now() + interval '60 days'"
type NewBooking = {
  studio: string
  client?: string
  by?: string
  status?: string
  type?: string
  service?: string
  expires?: string
  policy?: string
  tax?: string
  deposit?: string
}
const newBooking = ({
  studio,
  client = me,
  by = me,
  status = 'pending',
  expires = soon,
  policy = 'null',
  tax = 'null',
  deposit = 'null',
  ...rest
}: NewBooking): RowToInsert => ({
  sql: `insert into bookings (${bookingColumns}, expires_at, cancellation_policy, tax, deposit_minor)
    values (${bookingValues({ id: objectId(20), studio, client, by, status, hour: 20, ...rest })}, ${expires}, ${policy}, ${tax}, ${deposit})`,
})
const lineAt = (price_minor: number) => JSON.stringify([buildOverrideLine('Agreed', price_minor)])
const bookings: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(booking).map(([name, id]) => [name, `id = '${id}'`])),
  changes: {
    cancel: `status = 'cancelled', cancelled_at = clock_timestamp(), cancelled_by = ${me}`,
    'cancel in the name of another': `status = 'cancelled', cancelled_at = clock_timestamp(), cancelled_by = ${idOf('partner')}`,
    confirm: "status = 'confirmed', updated_at = clock_timestamp()",
    'change to a service that is confirmed at once': "status = 'confirmed', service_type = 'rehearsal'",
    complete: "status = 'completed', updated_at = clock_timestamp()",
    'move and make pending': "status = 'pending', booking_date = '2030-06-05', version = version + 1",
    'rewrite the notes': "notes = 'rewritten'",
    'set a price': `price_minor = 1, currency = 'USD', price_lines = '${lineAt(1)}'`,
    'charge a fee': `fee = '{"kind": "no_show", "amount_minor": 5}'`,
    'change the policy': `cancellation_policy = '{"steps": [], "late_percent": 0, "no_show_percent": 0}'`,
    'wait longer': `expires_at = ${inMonths}`,
    'give to another client': `client_id = '${cast.partner.id}', booking_type = 'client_booking'`,
  },
  inserts: {
    'pending at A for themselves': newBooking({ studio: alpha }),
    'pending at B for themselves': newBooking({ studio: beta }),
    'pending at A for themselves, for two months': newBooking({ studio: alpha, expires: inMonths }),
    'pending at A for themselves, under a policy of their own': newBooking({
      studio: alpha,
      policy: `'{"steps": []}'`,
    }),
    'pending at A for themselves, at a tax of their own': newBooking({ studio: alpha, tax: `'{"rate_bp": 0}'` }),
    'pending at A for themselves, with a deposit of their own': newBooking({ studio: alpha, deposit: '1' }),
    'confirmed at A for themselves': newBooking({ studio: alpha, status: 'confirmed' }),
    'of a service that A confirms at once': newBooking({ studio: alpha, status: 'confirmed', service: 'rehearsal' }),
    'pending at A for client A2': newBooking({ studio: alpha, client: idOf('client A2') }),
    'pending at A in the name of client A2': newBooking({ studio: alpha, by: idOf('client A2') }),
    'internal at the closed studio': newBooking({ studio: closed, client: 'null', status: 'confirmed' }),
    'internal at A': newBooking({ studio: alpha, client: 'null', status: 'confirmed' }),
    'blocked time at A': newBooking({ studio: alpha, client: 'null', status: 'confirmed', type: 'blocked_time' }),
    'blocked time at B': newBooking({ studio: beta, client: 'null', status: 'confirmed', type: 'blocked_time' }),
  },
}

type NewReservation = { of: string; resource: string; studio: string; hour: number }
const insertReservation = ({ of, resource, studio, hour }: NewReservation): RowToInsert => ({
  sql: `insert into reservations (booking_id, resource_id, studio_id, during, holds)
    values ('${of}', '${resource}', '${studio}', tstzrange('2030-06-03 ${hour}:00Z', '2030-06-03 ${hour + 1}:00Z'), true)`,
})
const insertVisitorHold = (hour: number): RowToInsert => ({
  sql: `insert into reservations (visitor_hold_id, resource_id, studio_id, during, holds, expires_at)
    select '${visitor.alpha}', '${room.alpha}', '${alpha}',
      tstzrange('2030-06-03 ${hour}:00Z', '2030-06-03 ${hour + 1}:00Z'), true, '2030-06-03 20:00Z'`,
})
const ofClientA1 = { of: booking['pending session of client A1'], resource: room.spare, studio: alpha }
const secondRoom = { alpha: `resource_id = '${room.spare}'`, beta: `resource_id = '${room.spareOfBeta}'` }
const reservations: TableUnderTest = {
  rows: {
    ...Object.fromEntries(
      Object.entries(booking).map(([name, id]) => [
        name,
        `booking_id = '${id}' and resource_id in ('${room.alpha}', '${room.beta}')`,
      ]),
    ),
    'second hold of client A2': `booking_id = '${booking['confirmed session of client A2']}' and ${secondRoom.alpha}`,
    'second hold at B of client A to B': `booking_id = '${booking['pending session at B of client A to B']}' and ${secondRoom.beta}`,
    "visitor's hold at A": `visitor_hold_id = '${visitor.alpha}'`,
    "visitor's expired hold at A": `visitor_hold_id = '${visitor.expired}'`,
    "visitor's hold at B": `visitor_hold_id = '${visitor.beta}'`,
  },
  changes: { postpone: "during = tstzrange(lower(during) + interval '1 year', upper(during) + interval '1 year')" },
  inserts: {
    'at A for client A1': insertReservation({ ...ofClientA1, hour: 8 }),
    'at A for client A1, at another time': insertReservation({ ...ofClientA1, hour: 15 }),
    'at A for blocked time': insertReservation({ ...ofClientA1, of: booking['blocked time at A'], hour: 12 }),
    'at B for client of B': insertReservation({
      of: booking['pending session of client of B'],
      resource: room.spareOfBeta,
      studio: beta,
      hour: 8,
    }),
    'at A for a visitor': insertVisitorHold(21),
    'at A for a visitor, at another time': insertVisitorHold(15),
  },
}

const visitorHolds: TableUnderTest = {
  rows: { 'of A': `id = '${visitor.alpha}'`, 'of B': `id = '${visitor.beta}'` },
  changes: { 'use the link': 'token_hash = null' },
  inserts: {
    'at A': {
      sql: `insert into visitor_holds (${visitorColumns}) values (${visitorValues({ id: objectId(44), studio: alpha })})`,
    },
  },
}

type NewSeries = { studio: string; client?: string; by?: string }
const newSeries = ({ studio, client = me, by = me }: NewSeries): RowToInsert => ({
  sql: `insert into booking_series (${seriesColumns}) values (${seriesValues({ id: objectId(33), studio, client, by })})`,
})
const bookingSeries: TableUnderTest = {
  rows: { 'of client A1': `id = '${series.alpha}'`, 'of client of B': `id = '${series.beta}'` },
  changes: {
    'mark as changed': 'updated_at = clock_timestamp()',
    'rewrite the rule': "rrule = 'FREQ=DAILY'",
    'give to another client': `client_id = '${cast.partner.id}'`,
  },
  inserts: {
    'at A for themselves': newSeries({ studio: alpha }),
    'at B for themselves': newSeries({ studio: beta }),
    'at A for client A2': newSeries({ studio: alpha, client: idOf('client A2') }),
    'at A in the name of client A2': newSeries({ studio: alpha, by: idOf('client A2') }),
    'internal at A': newSeries({ studio: alpha, client: 'null' }),
  },
}

const change = {
  alpha: { booking: 'confirmed session of client A2', studio: alpha },
  pending: { booking: 'pending session of client A1', studio: alpha },
} as const
type NewChange = { client?: string; expires?: string; price?: string }
const newChange = (
  of: keyof typeof change,
  { client = me, expires = soon, price = "null, null, '[]'" }: NewChange = {},
): RowToInsert => ({
  sql: `insert into change_requests (${changeColumns}, price_minor, currency, price_lines)
    values (${changeValues({ ...change[of], client, expires })}, ${price})`,
  clear: `delete from change_requests where booking_id = '${booking[change[of].booking]}'`,
})
const changeRequests: TableUnderTest = {
  rows: {
    'of client A2': `booking_id = '${booking['confirmed session of client A2']}'`,
    'at B of client A to B': `booking_id = '${booking['pending session at B of client A to B']}'`,
  },
  changes: { 'wait longer': "expires_at = expires_at + interval '1 day'" },
  inserts: {
    'of a confirmed session at A': newChange('alpha'),
    'of a confirmed session at A in the name of client A2': newChange('alpha', { client: idOf('client A2') }),
    'of a confirmed session at A, at a price of their own': newChange('alpha', { price: `1, 'USD', '${lineAt(1)}'` }),
    'of a confirmed session at A, for two months': newChange('alpha', { expires: inMonths }),
    'of a pending session at A': newChange('pending'),
  },
}

const newUndo = (of: keyof typeof booking, studio: string, by = me): RowToInsert => ({
  sql: `insert into booking_undos (${undoColumns}) values ('${booking[of]}', '${studio}', ${by}, 7, now(), '{}')`,
})
const bookingUndos: TableUnderTest = {
  rows: {
    'of the admin of A': `booking_id = '${booking['pending session of client A1']}'`,
    'of the desk of A': `booking_id = '${booking['blocked time at A']}'`,
    'of crew of A': `booking_id = '${booking['internal session at A']}'`,
    'of the admin of B': `booking_id = '${booking['pending session of client of B']}'`,
  },
  changes: { undo: 'undone_at = now(), snapshot = null', 'empty the snapshot': 'snapshot = null' },
  inserts: {
    'of a session at A': newUndo('internal session at A', alpha),
    'of a session at A in the name of the partner': newUndo('internal session at A', alpha, idOf('partner')),
    'of a session at B': newUndo('pending session of client of B', beta),
    'of a session at B under the name of A': newUndo('pending session of client of B', alpha),
  },
}

const calendarRevisions: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: { raise: 'revision = gen_random_uuid()', 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: {
    'of A': {
      sql: `insert into calendar_revisions (studio_id) values ('${alpha}')`,
      clear: `delete from calendar_revisions where studio_id = '${alpha}'`,
    },
  },
}

/** The tables of bookings, reservations and series. */
export const sessionTables: Record<string, TableUnderTest> = {
  booking_series: bookingSeries,
  booking_undos: bookingUndos,
  bookings,
  calendar_revisions: calendarRevisions,
  change_requests: changeRequests,
  reservations,
  visitor_holds: visitorHolds,
}
