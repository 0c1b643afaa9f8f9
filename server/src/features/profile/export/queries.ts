import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { ExportPart, Row } from './auth-queries.ts'
import { boardParts } from './board-queries.ts'
import { bookingParts } from './booking-queries.ts'
import { moneyParts } from './money-queries.ts'
import { isOwn } from './part-queries.ts'

/** The maximum number of rows per part. If there are more, the export is marked as incomplete. */
export const PART_ROWS_MAX = 10_000

/** The person's roles, records, invitations, devices and requests. */
const personParts: readonly ExportPart[] = [
  {
    name: 'profile',
    tables: ['profiles'],
    select: (me) =>
      sql`select id, full_name, phone, avatar_source, avatar_key, created_at from profiles where id = ${me}`,
  },
  {
    name: 'roles',
    tables: ['user_roles'],
    select: (
      me,
    ) => sql`select r.id, r.role, r.status, r.studio_id, s.name as studio_name, r.requested_at, r.created_at, r.activated_at,
        r.removed_at
      from user_roles r left join studios s on s.id = r.studio_id where r.user_id = ${me} order by r.created_at, r.id`,
  },
  {
    name: 'client_records',
    tables: ['client_records'],
    select: (
      me,
    ) => sql`select c.id, c.studio_id, s.name as studio_name, c.name, c.email, c.phone, c.company, c.notes, c.tags,
        c.language, c.reminders, c.follow_ups, c.email_bounced_at, c.created_at, c.updated_at, c.removed_at
      from client_records c join studios s on s.id = c.studio_id where c.user_id = ${me} order by c.created_at, c.id`,
  },
  {
    name: 'text_consents',
    tables: ['text_consents', 'text_stops'],
    select: (me) => sql`select t.studio_id, s.name as studio_name, t.phone, t.agreed_at, t.via, x.stopped_at
      from text_consents t join studios s on s.id = t.studio_id left join text_stops x on x.phone = t.phone
      where ${isOwn(me, 't')} order by t.agreed_at, t.studio_id`,
  },
  {
    name: 'client_claims',
    tables: ['client_claims'],
    select: (me) => sql`select id, studio_id, client_id, state, created_at, answered_at from client_claims
      where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'client_invitations',
    tables: ['client_invitations'],
    select: (me) => sql`select id, studio_id, client_id, created_at, expires_at, accepted_at from client_invitations
      where invited_by = ${me} order by created_at, id`,
  },
  {
    name: 'imports',
    tables: ['imports'],
    select: (me) => sql`select id, kind, studio_id, created_at, created, created_clients, undone_at from imports
      where created_by = ${me} order by created_at, id`,
  },
  {
    name: 'studio_exports',
    tables: ['studio_exports'],
    select: (me) => sql`select id, studio_id, state, created_at, expires_at from studio_exports
      where requested_by = ${me} order by created_at, id`,
  },
  {
    name: 'studios_founded',
    tables: ['studios'],
    select: (me) =>
      sql`select id, name, slug, created_at from studios where created_by = ${me} order by created_at, id`,
  },
  {
    name: 'invitations',
    tables: ['invitations'],
    select: (
      me,
    ) => sql`select i.id, i.studio_id, s.name as studio_name, i.role, i.created_at, i.accepted_at, i.declined_at,
        i.invited_by = ${me} as made_by_me, i.accepted_by = ${me} as accepted_by_me
      from invitations i join studios s on s.id = i.studio_id
      where i.email = (select u.email from auth.users u where u.id = ${me} and u.email_proven) or i.accepted_by = ${me} or i.invited_by = ${me} order by i.created_at, i.id`,
  },
  {
    name: 'notices',
    tables: ['notices'],
    select: (me) => sql`select n.id, n.kind, n.studio_id, s.name as studio_name, n.data, n.link, n.created_at, n.read_at
      from notices n join studios s on s.id = n.studio_id where n.user_id = ${me}
      order by n.created_at, n.id`,
  },
  {
    name: 'other_mails',
    tables: ['mail_deliveries'],
    select: (me) => sql`select d.kind, s.name as studio_name, d.state, d.created_at, d.sent_at
      from mail_deliveries d left join studios s on s.id = d.studio_id
      where d.user_id = ${me} order by d.created_at, d.id`,
  },
  {
    name: 'push_devices',
    tables: ['push_devices'],
    select: (me) => sql`select id, host, created_at from push_devices where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'push_settings',
    tables: ['push_settings'],
    select: (me) => sql`select muted, quiet_from, quiet_until, timezone from push_settings where user_id = ${me}`,
  },
  {
    name: 'api_keys',
    tables: ['api_keys'],
    select: (
      me,
    ) => sql`select id, studio_id, is_personal, label, prefix, scopes, networks, created_at, last_used_at, ends_at,
        revoked_at
      from api_keys where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'partnership_applications',
    tables: ['partnership_applications'],
    select: (me) => sql`select id, "companyName", "contactName", email, phone, "partnershipType", message, created_at
      from partnership_applications where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'contact_requests',
    tables: ['contact_requests'],
    select: (me) => sql`select id, name, email, company, topic, message, created_at
      from contact_requests where user_id = ${me} order by created_at, id`,
  },
  {
    name: 'webinar_registrations',
    tables: ['webinar_registrations'],
    select: (me) => sql`select id, webinar, email, starts_at, created_at
      from webinar_registrations where user_id = ${me} order by created_at, id`,
  },
]

/**
 * The data of the features. Reading it requires the system role, because it is in several studios. Add a part for each new
 * feature.
 */
export const featureParts: readonly ExportPart[] = [...personParts, ...bookingParts, ...boardParts, ...moneyParts]

/** Reads these parts. `complete` is false if one of them has more than `PART_ROWS_MAX` rows. */
export async function readParts(tx: Tx, parts: readonly ExportPart[], user_id: string) {
  const data: Record<string, Row[]> = {}
  let complete = true
  for (const { name, select } of parts) {
    const { rows } = await sql<Row>`select * from (${select(user_id)}) as part limit ${PART_ROWS_MAX + 1}`.execute(tx)
    complete &&= rows.length <= PART_ROWS_MAX
    data[name] = rows.slice(0, PART_ROWS_MAX)
  }
  return { data, complete }
}
