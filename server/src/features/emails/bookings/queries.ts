import type { ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import type { FeedBooking } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import type { MessageKind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import type { BookingFee, BookingPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { CalendarDate, TimeOfDay } from '@studiohub/contract/shared/time.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * The people who answer a studio's bookings: admins and the desk. Leaves out people who are deleted or suspended, or whose
 * newest role is at another studio, because they can no longer read its bookings.
 */
export const selectDesk = (studio_id: string) => sql`
  select r.user_id from user_roles r
  join auth.users u on u.id = r.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  where r.studio_id = ${sql.ref(studio_id)} and (r.role = 'studio_admin' or r.at_desk) and r.status = 'active'
    and not exists (select from user_roles newer
      where newer.user_id = r.user_id and newer.status = 'active' and newer.activated_at > r.activated_at)`

/** A booking, and the people who get emails about it: the client and the studio's desk. */
export async function getBookingAudience(tx: Tx, booking_id: string) {
  const { rows } = await sql<{
    studio_id: string
    /** The client's account, unless it was deleted. */
    client_user_id: string | null
    /** The record of a client without an account, if it has an address. */
    record_id: string | null
    /** The client's account, even if it was deleted. */
    booked_for: string | null
    starts_at: string
    /** The studio's admins, and crew at its desk. */
    desk: string[]
    booking_date: string
    start_time: string
    end_time: string
    days: number
    service_type: string
    service_label: string | null
    slug: string
  }>`
    select b.studio_id, b.starts_at, b.booking_date, b.start_time, b.end_time, b.days, b.service_type, s.slug,
      (select o.label from studio_services o where o.studio_id = b.studio_id and o.key = b.service_type) as service_label,
      c.user_id as booked_for, case when c.user_id is null and c.email is not null then c.id end as record_id,
      (select u.id from auth.users u where u.id = c.user_id and u.deleted_at is null) as client_user_id,
      (select coalesce(json_agg(distinct a.user_id), '[]') from (${selectDesk('b.studio_id')}) a) as desk
    from bookings b join studios s on s.id = b.studio_id
    left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id where b.id = ${booking_id}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** The time of a session before it moved. */
export const FormerTime = z.object({
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  days: z.int(),
})
type FormerTime = z.infer<typeof FormerTime>

type BookingVersion = { booking_id: string; version: number }

/** Whether the change that created this version was undone. Waits for an undo that runs at the same time. */
export async function isUndone(tx: Tx, { booking_id, version }: BookingVersion): Promise<boolean> {
  const { rows } = await sql<{ is_undone: boolean }>`
    select undone_at is not null as is_undone from booking_undos
    where booking_id = ${booking_id}::uuid and version = ${version}::integer for share`.execute(tx)
  return rows[0]?.is_undone === true
}

/** Whether emails were already recorded for the change that created this version. */
export async function hasRecordedEmails(tx: Tx, { booking_id, version }: BookingVersion): Promise<boolean> {
  const { rows } = await sql`select from booking_messages
    where booking_id = ${booking_id}::uuid and version = ${version}::integer limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * The current data of a booking email. An email about several bookings has the data of the first that has not changed since the
 * email was recorded.
 */
export type BookingForEmail = FeedBooking & {
  kind: MessageKind
  state: MessageState
  tries: number
  /** How many bookings of this email have not changed since the email was recorded. */
  sessions: number
  /** Whether a later and still correct email to the same person covers all these bookings. */
  is_replaced: boolean
  /** True if the change was undone. For an email about an undo: true if the person got no email about the change. */
  is_undone: boolean
  /** The time in the last email that the person got, if the booking has moved since then. */
  was: FormerTime | null
  /** Whether the person has got an email about this booking. */
  has_sent_email: boolean
  /** Whether an email about the creation of the booking was recorded for the person. */
  has_creation_email: boolean
  /** How many emails the person got from this studio in the last 24 hours. */
  emails_today: number
  /** How many emails, including digest entries, were about bookings of the same client in that time. */
  emails_about_client: number
  /** Whether the recipient is the client, not the studio. */
  is_client: boolean
  has_account: boolean
  /** Whether an admin of the studio has confirmed their address. */
  has_proven_admin: boolean
  email: string
  full_name: string | null
  booking_date: string
  start_time: string
  end_time: string
  days: number
  cancel_reason: string | null
  studio_id: string
  timezone: string
  country: string | null
  location: string | null
  contact_email: string | null
  cancellation_cutoff_hours: number
  cancellation_policy: BookingPolicy | null
  price_minor: number | null
  currency: string | null
  fee: BookingFee | null
  tax: BookingTax | null
  /** The client's record. */
  record_id: string | null
  /** Whether the client gets emails after sessions. */
  follow_ups: boolean | null
  /** Whether emails to this address bounce. */
  is_bounced: boolean
  /** Whether emails to an earlier address of the client bounced. */
  had_bounced: boolean
  review_url: string | null
  /** The things that the client should bring. */
  bring: string | null
  /** Whether the client has not accepted the studio's terms yet. */
  has_open_terms: boolean
  /** When the open request expires: of the booking, or of its change. */
  expires_at: string | null
  /** The requested change, while it is open. */
  requested: Pick<ChangeRequest, 'booking_date' | 'start_time' | 'end_time' | 'days'> | null
}

const ENDING_KINDS = ['declined', 'cancelled', 'expired'] as const

/** The kinds of later emails that can replace an email, because they contain all of its content. */
const replacements: Record<MessageKind, readonly MessageKind[]> = {
  requested: ['moved', 'booked', 'confirmed', ...ENDING_KINDS],
  moved: ['moved', 'confirmed', ...ENDING_KINDS],
  restored: ['moved', 'confirmed', 'restored', ...ENDING_KINDS],
  // Emails about later changes do not say that the booking is confirmed, so they do not replace this one.
  booked: ENDING_KINDS,
  on_hold: ['moved', 'confirmed', ...ENDING_KINDS],
  confirmed: ENDING_KINDS,
  change_requested: ['change_requested'],
  change_approved: ENDING_KINDS,
  change_declined: ENDING_KINDS,
  change_expired: ENDING_KINDS,
  fee_waived: [],
  declined: [],
  cancelled: [],
  expiring: [],
  expired: [],
  follow_up: [],
  reminder: [],
}

/** Whether an email about a booking is still correct. Later changes can make a waiting email wrong. */
const isStillCorrect = (message: 'm' | 'n', session: 'b' | 'o', now: Date) => {
  const [kind, status, starts_at] = [`${message}.kind`, `${session}.status`, `${session}.starts_at`].map((name) =>
    sql.ref(name),
  )
  return sql`case
    when ${kind} in ('declined', 'cancelled', 'expired') then ${status} = 'cancelled'
    when ${kind} in ('confirmed', 'booked') then ${status} in ('confirmed', 'completed')
    when ${kind} = 'follow_up' then ${status} = 'completed'
    when ${kind} = 'reminder' then ${status} = 'confirmed' and ${starts_at} > ${now.toISOString()}::timestamptz
      and ${starts_at} = ${sql.ref(`${message}.starts_at`)}
    when ${kind} = 'on_hold' then ${status} = 'pending'
    when ${kind} = 'expiring' then ${status} = 'pending' or exists (select from change_requests q
      where q.booking_id = ${sql.ref(`${session}.id`)})
    when ${kind} = 'fee_waived' then ${sql.ref(`${session}.fee`)}->>'waived_at' is not null
    when ${kind} = 'change_requested' then exists (select from change_requests q
      where q.booking_id = ${sql.ref(`${session}.id`)})
    else ${status} <> 'cancelled' end`
}

const isChangeUndone = (message: 'm' | 'n') => sql`exists (select from booking_undos u
  where u.booking_id = ${sql.ref(`${message}.booking_id`)} and u.version = ${sql.ref(`${message}.version`)}
    and u.undone_at is not null)`

const isToSamePerson = sql`(n.user_id = m.user_id or n.client_id = m.client_id)`
const sentEmails = sql`select from booking_messages n where n.booking_id = m.booking_id and ${isToSamePerson} and n.state = 'sent'`

/** Why `isUndoneForPerson` stops an email. */
export const CHANGE_UNDONE = 'not sent: the change was undone'

/**
 * Whether the change of email `m` was undone. For an email about an undo: whether the person got no email about the change
 * itself.
 */
export const isUndoneForPerson = sql`(${isChangeUndone('m')}
  or (m.kind = 'restored' and not exists (${sentEmails} and n.version = m.version - 1)))`

/**
 * Reads a booking email. Undefined if the email, its bookings or the account were deleted, or if the person has left the desk.
 * In the statement, `m` is this email, `n` another email to the same person, and `o` a booking of `m` or `n`.
 */
export async function getBookingEmail(tx: Tx, message_id: string, now: Date): Promise<BookingForEmail | undefined> {
  // If an email is about several moves, this is the time before the first move. The times in between were never emailed.
  const formerTime = sql`select n.was from booking_messages n
    where n.booking_id = m.booking_id and ${isToSamePerson} and n.was is not null and n.version <= m.version and not ${isChangeUndone('n')}
      and not exists (select from booking_messages k where k.booking_id = m.booking_id and k.version >= n.version
        and k.version < m.version and (k.user_id = m.user_id or k.client_id = m.client_id) and k.state = 'sent')
    order by n.version limit 1`
  const replacingEmails = sql`select from booking_messages n
    where n.booking_id = m.booking_id and ${isToSamePerson} and n.version > m.version
      and n.session_ids @> m.session_ids and n.state in ('waiting', 'sent')
      and (${JSON.stringify(replacements)}::jsonb -> m.kind) ? n.kind and not ${isChangeUndone('n')}
      and not exists (select from bookings o where o.id = any (m.session_ids)
        and ${isStillCorrect('m', 'o', now)} and not ${isStillCorrect('n', 'o', now)})`
  const emailsOfSession = sql`select from booking_messages n where n.session_ids @> array[b.id] and ${isToSamePerson}`
  const { rows } = await sql<BookingForEmail>`
    select ${isUndoneForPerson} as is_undone,
      case when m.kind in ('moved', 'change_approved', 'restored') and m.booking_id = b.id then (${formerTime}) end as was,
      exists (${replacingEmails}) as is_replaced, exists (${emailsOfSession} and n.state = 'sent') as has_sent_email,
      exists (${emailsOfSession} and n.kind in ('requested', 'booked', 'on_hold')) as has_creation_email,
      last_day.emails as emails_today, last_day.emails_about_client,
      m.kind, m.state, m.tries, b.sessions_left as sessions,
      coalesce(m.user_id = c.user_id or m.client_id = c.id, false) as is_client, u.id is not null as has_account,
      exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
        where r.studio_id = m.studio_id and r.role = 'studio_admin' and r.status = 'active') as has_proven_admin,
      coalesce(u.email, c.email) as email, coalesce(p.full_name, c.name) as full_name,
      b.id, b.booking_date, b.start_time, b.end_time, b.days, b.starts_at, b.ends_at,
      b.service_type, b.booking_type, b.status, b.notes, b.updated_at, b.version, b.cancel_reason,
      b.cancellation_policy, b.price_minor, b.currency, b.fee, b.tax,
      coalesce((select q.expires_at from change_requests q where q.booking_id = b.id), b.expires_at) as expires_at,
      (select json_build_object('booking_date', q.booking_date::text, 'start_time', to_char(q.start_time, 'HH24:MI'),
        'end_time', to_char(q.end_time, 'HH24:MI'), 'days', q.days)
        from change_requests q where q.booking_id = b.id) as requested,
      c.name as client_name, s.id as studio_id, s.timezone, s.country, s.location, s.contact_email,
      s.cancellation_cutoff_hours,
      app.open_terms(b.id) is not null as has_open_terms,
      service.label as service_label, service.bring, c.id as record_id, c.follow_ups, s.review_url,
      coalesce((m.user_id = c.user_id or m.client_id = c.id) and c.bounced_email = lower(coalesce(u.email, c.email)), false)
        as is_bounced, c.bounced_email is not null as had_bounced,
      (select coalesce(json_agg(r.name order by r.position, r.id), '[]') from resources r
        where r.kind = 'room' and (r.id, r.studio_id) in (
          select h.resource_id, h.studio_id from reservations h where h.booking_id = b.id and not h.requested)) as rooms
    from booking_messages m
    join lateral (
      select b.*, (count(*) filter (where ${isStillCorrect('m', 'b', now)}) over ())::integer as sessions_left
      from bookings b where b.id = any (m.session_ids)
      order by ${isStillCorrect('m', 'b', now)} desc, b.starts_at, b.id limit 1) b on true
    join studios s on s.id = m.studio_id
    left join studio_services service on service.studio_id = b.studio_id and service.key = b.service_type
    left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    -- If the client has claimed the record since, the email goes to the account's address.
    left join auth.users u on u.id = coalesce(m.user_id, c.user_id) and u.deleted_at is null
    left join profiles p on p.id = u.id
    cross join lateral (
      select (count(*) filter (where not n.in_digest))::integer as emails,
        (count(*) filter (where o.client_id = b.client_id))::integer as emails_about_client
      from booking_messages n join bookings o on o.id = n.booking_id
      where n.studio_id = m.studio_id and n.channel = 'mail' and ${isToSamePerson} and n.id <> m.id and (n.state = 'sent' or n.in_digest)
        and n.created_at > ${now.toISOString()}::timestamptz - interval '24 hours') last_day
    where m.id = ${message_id}::uuid and m.channel = 'mail'
      and (u.id is not null or (m.user_id is null and c.user_id is null and c.email is not null and c.removed_at is null))
      and (m.user_id = c.user_id or m.client_id = c.id or m.user_id in (${selectDesk('m.studio_id')}))`.execute(tx)
  return rows[0]
}
