import { cast, objectId, roleId, studios } from './cast.ts'

const { alpha, beta } = studios

/** The data of the two studios besides their users: at least one row per table and studio. */
export const testRows = {
  room: { alpha: objectId(1), beta: objectId(2), spare: objectId(3), spareOfBeta: objectId(4) },
  /** The crew of A, who are assigned to the pending session of client A1. */
  engineer: objectId(5),
  /** People without an account. */
  freelancer: objectId(6),
  freelancerOfBeta: objectId(7),
  booking: {
    'pending session of client A1': objectId(11),
    'confirmed session of client A2': objectId(12),
    'session at A of client A to B': objectId(13),
    'internal session at A': objectId(14),
    'blocked time at A': objectId(15),
    'pending session of client of B': objectId(16),
    'pending session at B of client A to B': objectId(17),
  },
  series: { alpha: objectId(31), beta: objectId(32) },
  visitor: { alpha: objectId(41), beta: objectId(42), expired: objectId(43) },
}

type Session = { id: string; studio: string; client: string | null; status: string; type?: string; hour: number }

const { booking } = testRows
const sessions: Session[] = [
  {
    id: booking['pending session of client A1'],
    studio: alpha,
    client: cast['client A1'].id,
    status: 'pending',
    hour: 8,
  },
  {
    id: booking['confirmed session of client A2'],
    studio: alpha,
    client: cast['client A2'].id,
    status: 'confirmed',
    hour: 9,
  },
  {
    id: booking['session at A of client A to B'],
    studio: alpha,
    client: cast['client A to B'].id,
    status: 'pending',
    hour: 10,
  },
  { id: booking['internal session at A'], studio: alpha, client: null, status: 'confirmed', hour: 11 },
  {
    id: booking['blocked time at A'],
    studio: alpha,
    client: null,
    status: 'confirmed',
    type: 'blocked_time',
    hour: 12,
  },
  {
    id: booking['pending session of client of B'],
    studio: beta,
    client: cast['client of B'].id,
    status: 'pending',
    hour: 8,
  },
  {
    id: booking['pending session at B of client A to B'],
    studio: beta,
    client: cast['client A to B'].id,
    status: 'pending',
    hour: 9,
  },
]

const quoteValue = (value: string | null) => (value === null ? 'null' : `'${value}'`)
const clock = (hour: number) => `'${String(hour).padStart(2, '0')}:00'`
const longAgo = "timestamptz '2020-01-02'"
const at = (hour: number) => `timestamptz '2030-06-03 ${String(hour).padStart(2, '0')}:00Z'`

/** The columns of a booking row. */
export const bookingColumns =
  'id, studio_id, client_id, created_by, status, booking_type, service_type, booking_date, start_time, end_time, starts_at, ends_at'

/** The values of one booking in the order of `bookingColumns`; `client_id` and `created_by` are SQL. */
export function bookingValues(row: {
  id: string
  studio: string
  client: string
  by: string
  status: string
  type?: string
  service?: string
  hour: number
}) {
  return `'${row.id}', '${row.studio}', ${row.client}, ${row.by}, '${row.status}', '${row.type ?? 'client_booking'}', '${row.service ?? 'recording'}',
    '2030-06-03', ${clock(row.hour)}, ${clock(row.hour + 1)}, ${at(row.hour)}, ${at(row.hour + 1)}`
}

/** The columns of a series, and its values in the same order; `client_id` and `created_by` are SQL. */
export const seriesColumns =
  'id, studio_id, client_id, created_by, booking_type, service_type, rrule, first_date, start_time, end_time'
export const seriesValues = (row: { id: string; studio: string; client: string; by: string }) =>
  `'${row.id}', '${row.studio}', ${row.client}, ${row.by}, 'client_booking', 'recording', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;COUNT=2',
    '2030-06-03', '10:00', '11:00'`

/** The columns of a change request, and its values in the same order; `client` and `expires` are SQL. */
export const changeColumns =
  'booking_id, studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at, service_type, expires_at'
export const changeValues = (row: {
  booking: keyof typeof booking
  studio: string
  client: string
  expires?: string
}) =>
  `'${booking[row.booking]}', '${row.studio}', ${row.client}, '2030-06-03', '18:00', '19:00', ${at(18)}, ${at(19)}, 'recording', ${row.expires ?? at(8)}`

/** The columns of a change that can be undone, and its values in the same order. */
export const undoColumns = 'booking_id, studio_id, user_id, version, created_at, snapshot'
type UndoRow = { of: keyof typeof booking; studio: string; by: keyof typeof cast; version?: number }
export const undoValues = ({ of, studio, by, version = 1 }: UndoRow) =>
  `'${booking[of]}', '${studio}', '${cast[by].id}', ${version}, now(), '{}'`

/** The columns of a visitor's hold, and its values in the same order. */
export const visitorColumns = `id, studio_id, name, email, token_hash, service_type, booking_date, start_time, end_time,
  ends_next_day, days, starts_at, ends_at, created_at, expires_at`
export const visitorValues = ({ id, studio, hour = 21 }: { id: string; studio: string; hour?: number }) =>
  `'${id}', '${studio}', 'Vera', 'vera@example.com', 'visitor hash of ${id}', 'recording', '2030-06-03', '08:00', '09:00',
    false, 1, ${at(hour)}, ${at(hour + 1)}, '2020-01-01', ${hour === 8 ? longAgo : at(20)}`

const roomOf = (studio: string) => (studio === alpha ? testRows.room.alpha : testRows.room.beta)
const bookingRow = (row: Session) => {
  const admin = row.studio === alpha ? cast['admin of A'].id : cast['admin of B'].id
  return `(${bookingValues({ ...row, client: quoteValue(row.client), by: `'${admin}'` })})`
}

/** Inserts the rows as the login role; users and studios exist already. */
export const rowsSql = `
insert into studio_subscriptions (studio_id, tier, status, current_period_start, current_period_end) values
  ('${alpha}', 'pro', 'active', now(), now() + interval '1 month'),
  ('${beta}', 'trial', 'trialing', now(), now() + interval '14 days');
insert into studio_services (studio_id, key, label, position, default_minutes) values
  ('${alpha}', 'recording', 'Recording', 0, 60), ('${beta}', 'recording', 'Recording', 0, 60);
insert into studio_services (studio_id, key, label, position, default_minutes, auto_confirm) values
  ('${alpha}', 'rehearsal', 'Rehearsal', 1, 60, true);
insert into opening_hours (studio_id, weekday, opens, closes) values
  ('${alpha}', 1, '08:00', '20:00'), ('${beta}', 1, '08:00', '20:00');
insert into resources (id, studio_id, kind, name, position) values
  ('${testRows.room.alpha}', '${alpha}', 'room', 'Studio A', 0), ('${testRows.room.beta}', '${beta}', 'room', 'Studio B', 0),
  ('${testRows.room.spare}', '${alpha}', 'room', 'Spare', 1), ('${testRows.room.spareOfBeta}', '${beta}', 'room', 'Spare', 1);
insert into resources (id, studio_id, kind, name, position, user_id) values
  ('${testRows.engineer}', '${alpha}', 'person', 'Engineer', 2, '${cast['crew of A'].id}');
insert into resources (id, studio_id, kind, name, position) values
  ('${testRows.freelancer}', '${alpha}', 'person', 'Freelancer', 3),
  ('${testRows.freelancerOfBeta}', '${beta}', 'person', 'Freelancer', 3);
insert into days_off (studio_id, resource_id, first_date, last_date, note) values
  ('${alpha}', '${testRows.engineer}', '2030-07-01', '2030-07-14', 'Holiday'),
  ('${alpha}', '${testRows.freelancer}', '2030-07-01', '2030-07-14', null),
  ('${beta}', '${testRows.freelancerOfBeta}', '2030-07-01', '2030-07-14', 'Holiday');
insert into pictures (studio_id, service_key, resource_id, position, url, small_url) values
  ('${alpha}', 'rehearsal', null, 0, '/desk', '/desk-small'),
  ('${beta}', null, '${testRows.room.beta}', 0, '/live-room', '/live-room-small'),
  ('${alpha}', null, '${testRows.room.alpha}', 0, '/live-room', '/live-room-small'),
  ('${alpha}', null, '${testRows.engineer}', 0, '/engineer', '/engineer-small');
update studio_services set person_ids = array['${testRows.engineer}'::uuid] where studio_id = '${alpha}' and key = 'rehearsal';
update studios set crew_changes_sessions = true where id = '${alpha}';
update resources set has_own_hours = true where id = '${testRows.room.alpha}';
insert into resource_hours (resource_id, studio_id, weekday, opens, closes) values
  ('${testRows.room.alpha}', '${alpha}', 1, '08:00', '20:00'), ('${testRows.room.beta}', '${beta}', 1, '08:00', '20:00');
insert into opening_exceptions (studio_id, date, note) values
  ('${alpha}', '2030-12-25', 'Closed'), ('${beta}', '2030-12-25', 'Closed');
insert into bookings (${bookingColumns}) values ${sessions.map(bookingRow).join(', ')};
insert into reservations (booking_id, resource_id, studio_id, during, holds) values
  ${sessions.map((row) => `('${row.id}', '${roomOf(row.studio)}', '${row.studio}', tstzrange(${at(row.hour)}, ${at(row.hour + 1)}), true)`).join(', ')},
  ('${booking['pending session of client A1']}', '${testRows.engineer}', '${alpha}', tstzrange(${at(8)}, ${at(9)}), true),
  ('${booking['confirmed session of client A2']}', '${testRows.room.spare}', '${alpha}', tstzrange(${at(9)}, ${at(10)}), true),
  ('${booking['pending session at B of client A to B']}', '${testRows.room.spareOfBeta}', '${beta}', tstzrange(${at(9)}, ${at(10)}), true);
insert into visitor_holds (${visitorColumns}) values
  (${visitorValues({ id: testRows.visitor.alpha, studio: alpha })}), (${visitorValues({ id: testRows.visitor.beta, studio: beta })}),
  (${visitorValues({ id: testRows.visitor.expired, studio: alpha, hour: 8 })});
insert into reservations (visitor_hold_id, resource_id, studio_id, during, holds, expires_at) values
  ('${testRows.visitor.alpha}', '${testRows.room.spare}', '${alpha}', tstzrange(${at(21)}, ${at(22)}), true, ${at(20)}),
  ('${testRows.visitor.expired}', '${testRows.room.spare}', '${alpha}', tstzrange(${at(8)}, ${at(9)}), true, ${longAgo}),
  ('${testRows.visitor.beta}', '${testRows.room.spareOfBeta}', '${beta}', tstzrange(${at(21)}, ${at(22)}), true, ${at(20)});
insert into change_requests (${changeColumns}) values
  (${changeValues({ booking: 'confirmed session of client A2', studio: alpha, client: quoteValue(cast['client A2'].id) })}),
  (${changeValues({ booking: 'pending session at B of client A to B', studio: beta, client: quoteValue(cast['client A to B'].id) })});
insert into booking_undos (${undoColumns}) values
  (${undoValues({ of: 'pending session of client A1', studio: alpha, by: 'admin of A' })}),
  (${undoValues({ of: 'blocked time at A', studio: alpha, by: 'desk of A' })}),
  (${undoValues({ of: 'internal session at A', studio: alpha, by: 'crew of A' })}),
  (${undoValues({ of: 'pending session of client of B', studio: beta, by: 'admin of B' })});
insert into booking_undos (${undoColumns}, undone_at) values
  (${undoValues({ of: 'confirmed session of client A2', studio: alpha, by: 'admin of A' })}, now());
insert into booking_series (${seriesColumns}) values
  (${seriesValues({ id: testRows.series.alpha, studio: alpha, client: quoteValue(cast['client A1'].id), by: quoteValue(cast['client A1'].id) })}),
  (${seriesValues({ id: testRows.series.beta, studio: beta, client: quoteValue(cast['client of B'].id), by: quoteValue(cast['admin of B'].id) })});
insert into audit_log (actor_id, studio_id, action, object_type, object_id) values
  ('${cast['admin of A'].id}', '${alpha}', 'studios.update', 'studio', 'entry of the admin of A'),
  ('${cast['client A1'].id}', '${alpha}', 'bookings.create', 'booking', 'entry of client A1'),
  ('${cast['admin of B'].id}', '${beta}', 'studios.update', 'studio', 'entry of the admin of B'),
  ('${cast['super admin'].id}', null, 'roles.create', 'user_role', 'entry of the super admin'),
  (null, '${beta}', 'studios.erase', 'studio', 'entry of an erasure');
insert into audit_log (actor_id, studio_id, action, object_type, object_id) values
  ('${cast['client A1'].id}', '${alpha}', 'bookings.create', 'booking', '${booking['confirmed session of client A2']}'),
  ('${cast['client of B'].id}', '${beta}', 'bookings.create', 'booking', '${booking['pending session at B of client A to B']}');
insert into audit_texts (id, client_id, studio_id, before, after) values
  (gen_random_uuid(), '${cast['client A1'].id}', '${alpha}', '{"notes": null}', '{"notes": "Early"}'),
  (gen_random_uuid(), '${cast['client of B'].id}', '${beta}', '{"notes": null}', '{"notes": "Late"}');
insert into idempotency_keys (user_id, key, fingerprint) values
  ('${cast['client A1'].id}', 'once', 'f'), ('${cast['admin of B'].id}', 'once', 'f');`

/** The condition for each role row, by its name in the matrix. */
export const roleRows: Record<string, string> = Object.fromEntries(
  Object.entries(cast).flatMap(([name, { roles }]) =>
    roles.map((row, index) => [roles.length > 1 ? `${name} (${row.studio})` : name, `id = '${roleId(name, index)}'`]),
  ),
)
