import { sql } from 'kysely'
import type { ExportPart } from './auth-queries.ts'
import { isOwn, workColumns } from './part-queries.ts'

const BOOKING =
  'project_id booking_date start_time end_time ends_next_day days service_type booking_type status notes updated_at cancelled_at cancel_reason'
const SERIES = 'service_type rrule first_date start_time end_time ends_next_day'
const CHECK_IN = 'booking_id check_in_time check_out_time notes'

/** Sessions, who and what they need, and their emails. */
export const bookingParts: readonly ExportPart[] = [
  {
    name: 'bookings',
    tables: ['bookings'],
    select: (
      me,
    ) => sql`select b.id, b.studio_id, s.name as studio_name, b.created_at, ${workColumns(me, 'b', BOOKING)}, ${isOwn(me, 'b')} as as_client, b.created_by = ${me} as made_by_me,
        b.cancelled_by = ${me} as cancelled_by_me
      from bookings b join studios s on s.id = b.studio_id
      where ${isOwn(me, 'b')} or b.created_by = ${me} or b.cancelled_by = ${me}
      order by b.starts_at desc, b.id`,
  },
  {
    name: 'texts_of_changes',
    tables: ['audit_texts'],
    select: (me) =>
      sql`select t.id, t.studio_id, t.before, t.after from audit_texts t where t.person_id = ${me} or ${isOwn(me, 't')} order by t.id`,
  },
  {
    name: 'booking_series',
    tables: ['booking_series'],
    select: (
      me,
    ) => sql`select q.id, q.studio_id, s.name as studio_name, q.created_at, ${workColumns(me, 'q', SERIES)}, ${isOwn(me, 'q')} as as_client
      from booking_series q join studios s on s.id = q.studio_id
      where ${isOwn(me, 'q')} or q.created_by = ${me} order by q.created_at, q.id`,
  },
  {
    name: 'booking_mails',
    tables: ['booking_messages'],
    select: (me) => sql`select m.booking_id, s.name as studio_name, m.kind, m.state, m.created_at, m.sent_at
      from booking_messages m join studios s on s.id = m.studio_id where m.user_id = ${me} or ${isOwn(me, 'm')} order by m.created_at, m.id`,
  },
  {
    name: 'booking_undos',
    tables: ['booking_undos'],
    select: (me) => sql`select booking_id, studio_id, version, created_at, undone_at from booking_undos
      where user_id = ${me} order by created_at, booking_id, version`,
  },
  {
    name: 'change_requests',
    tables: ['change_requests'],
    select: (
      me,
    ) => sql`select id, booking_id, studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type,
        price_minor, currency, created_at, expires_at
      from change_requests q where ${isOwn(me, 'q')} order by created_at, id`,
  },
  {
    name: 'visitor_holds',
    tables: ['visitor_holds'],
    select: (
      me,
    ) => sql`select id, studio_id, name, email, service_type, booking_date, start_time, end_time, discount_code, created_at, expires_at
      from visitor_holds where user_id = ${me}
        or email = (select u.email from auth.users u where u.id = ${me} and u.email_proven) order by created_at, id`,
  },
  {
    name: 'check_ins',
    tables: ['client_checkins'],
    select: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, ${workColumns(me, 'c', CHECK_IN)}, ${isOwn(me, 'c')} as as_client, c.checked_in_by = ${me} as checked_in_by_me,
        c.checked_out_by = ${me} as checked_out_by_me
      from client_checkins c join studios s on s.id = c.studio_id
      where ${isOwn(me, 'c')} or c.checked_in_by = ${me} or c.checked_out_by = ${me} order by c.check_in_time, c.id`,
  },
  {
    name: 'resources',
    tables: ['resources'],
    select: (me) =>
      sql`select id, studio_id, kind, name, created_at from resources where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'connected_calendars',
    // The account of a grant is exported as the `host` of its calendars.
    tables: ['connected_calendars', 'calendar_times', 'calendar_grants'],
    select: (me) => sql`select c.id, c.studio_id, c.resource_id, c.label, c.host, c.read_at, c.created_at,
        (select coalesce(json_agg(json_build_object('starts_at', lower(t.during), 'ends_at', upper(t.during),
          'title', t.title) order by t.during), '[]') from calendar_times t where t.calendar_id = c.id) as times
      from connected_calendars c where c.owner_id = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'days_off',
    tables: ['days_off'],
    select: (
      me,
    ) => sql`select d.id, d.studio_id, d.resource_id, d.first_date, d.last_date, d.from_time, d.to_time, d.created_at,
        case when r.user_id = ${me} then d.note end as note, coalesce(d.created_by = ${me}, false) as made_by_me
      from days_off d join resources r on r.id = d.resource_id
      where r.user_id = ${me} or d.created_by = ${me} order by d.created_at, d.id`,
  },
  {
    name: 'calendar_feeds',
    tables: ['calendar_feeds'],
    select: (me) => sql`select id, kind, studio_id, created_at, revoked_at from calendar_feeds
      where user_id = ${me} order by created_at, id`,
  },
]
