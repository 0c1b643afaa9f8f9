import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Part, Row } from './auth-queries.ts'

/** The maximum number of rows per part. If there are more, the export is marked as incomplete. */
export const PART_ROWS_MAX = 10_000

/**
 * The columns of a row about a studio's work. They are empty unless the person is its client or still works at the studio. A
 * removed admin or crew member only learns that they created the row, not what the studio has written since.
 */
function workColumns(me: string, row: string, columns: string, isClients = isOwn(me, row)) {
  const visible = sql`(coalesce(${isClients}, false) or ${isStaffOf(me, row)})`
  const shown = columns.split(' ').map((column) => {
    return sql`case when ${visible} then ${sql.ref(`${row}.${column}`)} end as ${sql.id(column)}`
  })
  return sql.join(shown)
}

/** Whether a row belongs to one of the person's client records. */
const isOwn = (me: string, row: string) => sql`(${sql.ref(`${row}.studio_id`)}, ${sql.ref(`${row}.client_id`)}) in (
  select own.studio_id, own.id from client_records own where own.user_id = ${me})`

const isStaffOf = (me: string, row: string) => sql`exists (select from user_roles held where held.user_id = ${me}
  and held.studio_id = ${sql.ref(`${row}.studio_id`)} and held.role in ('studio_admin', 'staff') and held.status = 'active')`

const BOOKING =
  'project_id booking_date start_time end_time ends_next_day days service_type booking_type status notes updated_at cancelled_at cancel_reason'
const SERIES = 'service_type rrule first_date start_time end_time ends_next_day'
const PROJECT = 'title description project_type status phase is_sample updated_at'
const CARD = 'project_id title description priority phase status is_sample updated_at'
const TASK = 'title description priority status due_date completed_at'
const CHECK_IN = 'booking_id check_in_time check_out_time notes'

/**
 * The data of the features. It is read with the rights of jobs, because it is in several studios. Add a part for each new
 * feature.
 */
export const featureParts: readonly Part[] = [
  {
    name: 'profile',
    tables: ['profiles'],
    of: (me) => sql`select id, full_name, phone, avatar_source, avatar_key, created_at from profiles where id = ${me}`,
  },
  {
    name: 'roles',
    tables: ['user_roles'],
    of: (
      me,
    ) => sql`select r.id, r.role, r.status, r.studio_id, s.name as studio_name, r.requested_at, r.created_at, r.activated_at,
        r.removed_at
      from user_roles r left join studios s on s.id = r.studio_id where r.user_id = ${me} order by r.created_at, r.id`,
  },
  {
    name: 'client_records',
    tables: ['client_records'],
    of: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, c.name, c.email, c.phone, c.company, c.notes, c.tags,
        c.language, c.reminders, c.follow_ups, c.email_bounced_at, c.created_at, c.updated_at, c.removed_at
      from client_records c join studios s on s.id = c.studio_id where c.user_id = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'text_consents',
    tables: ['text_consents', 'text_stops'],
    of: (me) => sql`select t.studio_id, s.name as studio_name, t.phone, t.agreed_at, t.via, x.stopped_at
      from text_consents t join studios s on s.id = t.studio_id left join text_stops x on x.phone = t.phone
      where ${isOwn(me, 't')} order by t.agreed_at, t.studio_id`,
  },
  {
    name: 'client_claims',
    tables: ['client_claims'],
    of: (me) => sql`select id, studio_id, client_id, state, created_at, answered_at from client_claims
      where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'client_invitations',
    tables: ['client_invitations'],
    of: (me) => sql`select id, studio_id, client_id, created_at, expires_at, accepted_at from client_invitations
      where invited_by = ${me} order by created_at, id`,
  },
  {
    name: 'visitor_holds',
    tables: ['visitor_holds'],
    of: (
      me,
    ) => sql`select id, studio_id, name, email, service_type, booking_date, start_time, end_time, discount_code, created_at, expires_at
      from visitor_holds where user_id = ${me}
        or email = (select u.email from auth.users u where u.id = ${me} and u.email_proven) order by created_at, id`,
  },
  {
    name: 'imports',
    tables: ['imports'],
    of: (me) => sql`select id, kind, studio_id, created_at, created, created_clients, undone_at from imports
      where created_by = ${me} order by created_at, id`,
  },
  {
    name: 'studio_exports',
    tables: ['studio_exports'],
    of: (me) => sql`select id, studio_id, state, created_at, expires_at from studio_exports
      where requested_by = ${me} order by created_at, id`,
  },
  {
    name: 'studios_founded',
    tables: ['studios'],
    of: (me) => sql`select id, name, slug, created_at from studios where created_by = ${me} order by created_at, id`,
  },
  {
    name: 'bookings',
    tables: ['bookings'],
    of: (
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
    of: (me) =>
      sql`select t.id, t.studio_id, t.before, t.after from audit_texts t where t.person_id = ${me} or ${isOwn(me, 't')} order by t.id`,
  },
  {
    name: 'booking_series',
    tables: ['booking_series'],
    of: (
      me,
    ) => sql`select q.id, q.studio_id, s.name as studio_name, q.created_at, ${workColumns(me, 'q', SERIES)}, ${isOwn(me, 'q')} as as_client
      from booking_series q join studios s on s.id = q.studio_id
      where ${isOwn(me, 'q')} or q.created_by = ${me} order by q.created_at, q.id`,
  },
  {
    name: 'booking_mails',
    tables: ['booking_messages'],
    of: (me) => sql`select m.booking_id, s.name as studio_name, m.kind, m.state, m.created_at, m.sent_at
      from booking_messages m join studios s on s.id = m.studio_id where m.user_id = ${me} or ${isOwn(me, 'm')} order by m.created_at, m.id`,
  },
  {
    name: 'invitations',
    tables: ['invitations'],
    of: (me) => sql`select i.id, i.studio_id, s.name as studio_name, i.role, i.created_at, i.accepted_at, i.declined_at,
        i.invited_by = ${me} as made_by_me, i.accepted_by = ${me} as accepted_by_me
      from invitations i join studios s on s.id = i.studio_id
      where i.email = (select u.email from auth.users u where u.id = ${me} and u.email_proven) or i.accepted_by = ${me} or i.invited_by = ${me} order by i.created_at, i.id`,
  },
  {
    name: 'notices',
    tables: ['notices'],
    of: (me) => sql`select n.id, n.kind, n.studio_id, s.name as studio_name, n.data, n.link, n.created_at, n.read_at
      from notices n join studios s on s.id = n.studio_id where n.user_id = ${me}
      order by n.created_at, n.id`,
  },
  {
    name: 'other_mails',
    tables: ['mail_deliveries'],
    of: (me) => sql`select d.kind, s.name as studio_name, d.state, d.created_at, d.sent_at
      from mail_deliveries d left join studios s on s.id = d.studio_id
      where d.user_id = ${me} order by d.created_at, d.id`,
  },
  {
    name: 'calendar_feeds',
    tables: ['calendar_feeds'],
    of: (me) => sql`select id, kind, studio_id, created_at, revoked_at from calendar_feeds
      where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'push_devices',
    tables: ['push_devices'],
    of: (me) => sql`select id, host, created_at from push_devices where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'push_settings',
    tables: ['push_settings'],
    of: (me) => sql`select muted, quiet_from, quiet_until, timezone from push_settings where user_id = ${me}`,
  },
  {
    name: 'api_keys',
    tables: ['api_keys'],
    of: (
      me,
    ) => sql`select id, studio_id, is_personal, label, prefix, scopes, networks, created_at, last_used_at, ends_at,
        revoked_at
      from api_keys where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'resources',
    tables: ['resources'],
    of: (me) =>
      sql`select id, studio_id, kind, name, created_at from resources where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'connected_calendars',
    // The account of a grant is the host of its calendars.
    tables: ['connected_calendars', 'calendar_times', 'calendar_grants'],
    of: (me) => sql`select c.id, c.studio_id, c.resource_id, c.label, c.host, c.read_at, c.created_at,
        (select coalesce(json_agg(json_build_object('starts_at', lower(t.during), 'ends_at', upper(t.during),
          'title', t.title) order by t.during), '[]') from calendar_times t where t.calendar_id = c.id) as times
      from connected_calendars c where c.owner_id = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'days_off',
    tables: ['days_off'],
    of: (
      me,
    ) => sql`select d.id, d.studio_id, d.resource_id, d.first_date, d.last_date, d.from_time, d.to_time, d.created_at,
        case when r.user_id = ${me} then d.note end as note, coalesce(d.created_by = ${me}, false) as made_by_me
      from days_off d join resources r on r.id = d.resource_id
      where r.user_id = ${me} or d.created_by = ${me} order by d.created_at, d.id`,
  },
  {
    name: 'booking_undos',
    tables: ['booking_undos'],
    of: (me) => sql`select booking_id, studio_id, version, created_at, undone_at from booking_undos
      where user_id = ${me} order by created_at, booking_id, version`,
  },
  {
    name: 'change_requests',
    tables: ['change_requests'],
    of: (
      me,
    ) => sql`select id, booking_id, studio_id, booking_date, start_time, end_time, ends_next_day, days, service_type,
        price_minor, currency, created_at, expires_at
      from change_requests q where ${isOwn(me, 'q')} order by created_at, id`,
  },
  {
    name: 'projects',
    tables: ['projects'],
    of: (
      me,
    ) => sql`select p.id, p.studio_id, s.name as studio_name, p.created_at, ${workColumns(me, 'p', PROJECT)}, ${isOwn(me, 'p')} as as_client, p.created_by = ${me} as made_by_me
      from projects p join studios s on s.id = p.studio_id
      where ${isOwn(me, 'p')} or p.created_by = ${me} order by p.created_at, p.id`,
  },
  {
    name: 'cards',
    tables: ['production_cards'],
    of: (
      me,
    ) => sql`select c.id, c.studio_id, c.created_at, ${workColumns(me, 'c', CARD)}, ${isOwn(me, 'c')} as as_client, c.created_by = ${me} as made_by_me
      from production_cards c where ${isOwn(me, 'c')} or c.created_by = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'card_comments',
    tables: ['card_comments'],
    of: (me) => sql`select id, card_id, studio_id, body, created_at from card_comments
      where author_id = ${me} order by created_at, id`,
  },
  {
    name: 'card_files',
    tables: ['card_files'],
    of: (me) => sql`select id, card_id, studio_id, name, content_type, size_bytes, created_at from card_files
      where uploaded_by = ${me} order by created_at, id`,
  },
  {
    name: 'board_samples',
    tables: ['board_samples'],
    of: (me) => sql`select studio_id, created_at from board_samples q where ${isOwn(me, 'q')} order by created_at`,
  },
  {
    name: 'tasks',
    tables: ['tasks'],
    of: (
      me,
    ) => sql`select t.id, t.studio_id, s.name as studio_name, t.created_at, ${workColumns(me, 't', TASK, sql`false`)}, t.assigned_to = ${me} as assigned_to_me, t.created_by = ${me} as made_by_me
      from tasks t join studios s on s.id = t.studio_id
      where t.assigned_to = ${me} or t.created_by = ${me} order by t.created_at, t.id`,
  },
  {
    name: 'check_ins',
    tables: ['client_checkins'],
    of: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, ${workColumns(me, 'c', CHECK_IN)}, ${isOwn(me, 'c')} as as_client, c.checked_in_by = ${me} as checked_in_by_me,
        c.checked_out_by = ${me} as checked_out_by_me
      from client_checkins c join studios s on s.id = c.studio_id
      where ${isOwn(me, 'c')} or c.checked_in_by = ${me} or c.checked_out_by = ${me} order by c.check_in_time, c.id`,
  },
  {
    name: 'invoices',
    tables: ['invoices'],
    of: (
      me,
    ) => sql`select i.id, i.studio_id, s.name as studio_name, i.kind, i.number, i.issued_on, i.due_on, i.currency,
        i.net_minor, i.tax_minor, i.total_minor, i.buyer, i.voided_at
      from invoices i join studios s on s.id = i.studio_id
      where ${isOwn(me, 'i')} and i.issued_at is not null order by i.issued_at, i.id`,
  },
  {
    name: 'payments',
    tables: ['payments'],
    of: (me) => sql`select p.id, p.studio_id, s.name as studio_name, p.kind, p.paid_on, p.created_at,
        case when ${isOwn(me, 'p')} then p.amount_minor end as amount_minor,
        case when ${isOwn(me, 'p')} then p.currency end as currency, case when ${isOwn(me, 'p')} then p.method end as method,
        ${isOwn(me, 'p')} as as_client, p.created_by = ${me} as recorded_by_me
      from payments p join studios s on s.id = p.studio_id
      where ${isOwn(me, 'p')} or p.created_by = ${me} order by p.created_at, p.id`,
  },
  {
    name: 'packages',
    tables: ['sold_packages'],
    of: (
      me,
    ) => sql`select p.id, p.studio_id, s.name as studio_name, p.name, p.minutes, p.used_minutes, p.price_minor, p.currency,
        p.last_date, p.sold_at, p.ended_at
      from sold_packages p join studios s on s.id = p.studio_id where ${isOwn(me, 'p')} order by p.sold_at, p.id`,
  },
  {
    name: 'card_payments',
    tables: ['card_payments'],
    of: (me) => sql`select p.id, p.studio_id, s.name as studio_name, p.booking_id, p.state, p.amount_minor, p.currency,
        p.paid_minor, p.refunded_minor, p.created_at
      from card_payments p join studios s on s.id = p.studio_id where ${isOwn(me, 'p')} order by p.created_at, p.id`,
  },
  {
    name: 'terms_acceptances',
    tables: ['terms_acceptances'],
    of: (
      me,
    ) => sql`select a.booking_id, a.studio_id, s.name as studio_name, t.number, t.text, a.way, a.accepted_at, a.network_address
      from terms_acceptances a join terms_versions t on t.id = a.terms_id join studios s on s.id = a.studio_id
      where ${isOwn(me, 'a')} order by a.accepted_at, a.booking_id`,
  },
  {
    name: 'agreements',
    tables: ['agreements'],
    of: (
      me,
    ) => sql`select a.id, a.studio_id, s.name as studio_name, t.number, a.signer_name, a.drawing, a.signed_at, a.sha256
      from agreements a join terms_versions t on t.id = a.terms_id join studios s on s.id = a.studio_id
      where ${isOwn(me, 'a')} order by a.signed_at, a.id`,
  },
  {
    name: 'saved_cards',
    tables: ['saved_cards'],
    of: (
      me,
    ) => sql`select k.id, k.studio_id, s.name as studio_name, k.brand, k.last4, k.exp_month, k.exp_year, k.mandate, k.state,
        k.created_at, k.saved_at, k.removed_at
      from saved_cards k join studios s on s.id = k.studio_id where ${isOwn(me, 'k')} order by k.created_at, k.id`,
  },
  {
    name: 'assistant_messages',
    tables: ['assistant_messages'],
    of: (me) => sql`select a.id, a.studio_id, s.name as studio_name, a.project_id, a.role, a.content, a."timestamp"
      from assistant_messages a join studios s on s.id = a.studio_id where a.user_id = ${me} order by a.seq`,
  },
  {
    name: 'conversations',
    tables: ['conversations'],
    of: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, c.project_id, c.messages, c.created_at, c.last_message_at
      from conversations c join studios s on s.id = c.studio_id where ${isOwn(me, 'c')} order by c.created_at, c.id`,
  },
  {
    name: 'conversation_messages',
    tables: ['conversation_messages'],
    of: (
      me,
    ) => sql`select m.id, m.conversation_id, m.studio_id, m.created_at, ${workColumns(me, 'm', 'body')}, m.from_studio,
        coalesce(m.author_id = ${me}, false) as written_by_me
      from conversation_messages m where ${isOwn(me, 'm')} or m.author_id = ${me}
      order by m.created_at, m.conversation_id, m.seq`,
  },
  {
    name: 'message_files',
    tables: ['message_files'],
    of: (
      me,
    ) => sql`select f.id, f.message_id, f.studio_id, ${workColumns(me, 'f', 'name')}, f.content_type, f.size_bytes,
        f.created_at, coalesce(f.uploaded_by = ${me}, false) as uploaded_by_me
      from message_files f where (${isOwn(me, 'f')} and f.message_id is not null) or f.uploaded_by = ${me}
      order by f.created_at, f.id`,
  },
  {
    name: 'conversation_reads',
    tables: ['conversation_reads'],
    of: (me) => sql`select conversation_id, studio_id, seq, read_at from conversation_reads
      where user_id = ${me} order by read_at, conversation_id`,
  },
  {
    name: 'partnership_applications',
    tables: ['partnership_applications'],
    of: (me) => sql`select id, "companyName", "contactName", email, phone, "partnershipType", message, created_at
      from partnership_applications where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'contact_requests',
    tables: ['contact_requests'],
    of: (me) => sql`select id, name, email, company, topic, message, created_at
      from contact_requests where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'webinar_registrations',
    tables: ['webinar_registrations'],
    of: (me) => sql`select id, webinar, email, starts_at, created_at
      from webinar_registrations where user_id = ${me} order by created_at, id`,
  },
]

/** Reads these parts. `complete` is false if one of them has more than `PART_ROWS_MAX` rows. */
export async function readParts(tx: Tx, parts: readonly Part[], user_id: string) {
  const data: Record<string, Row[]> = {}
  let complete = true
  for (const { name, of } of parts) {
    const { rows } = await sql<Row>`select * from (${of(user_id)}) as part limit ${PART_ROWS_MAX + 1}`.execute(tx)
    complete &&= rows.length <= PART_ROWS_MAX
    data[name] = rows.slice(0, PART_ROWS_MAX)
  }
  return { data, complete }
}
