import { dateFormat, timeText } from '../../shared/formats.ts'

/** Kinds of notifications. `noticeTexts` has their texts. */
export const noticeKinds = [
  'invitation',
  'role_request',
  'request_answered',
  'booking_request',
  'booking_changed',
  'mention',
  'task',
  'plan',
  'domain',
  'sender',
  'claim',
  'dispute',
  'webhook',
  'calendar',
  'owner_view',
  'session_moved',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A booking in a notification, in the studio's time zone. */
export type NoticeBooking = { service: string; booking_date: string; start_time: string }

/** Changes of a booking, named like the kinds of emails; `booked_for_client` is `booked` for the client. */
export const sessionChanges = [
  'booked',
  'booked_for_client',
  'on_hold',
  'confirmed',
  'declined',
  'moved',
  'restored',
  'cancelled',
  'expiring',
  'expired',
  'change_requested',
  'change_approved',
  'change_declined',
  'change_expired',
  'fee_waived',
] as const
export type SessionChange = (typeof sessionChanges)[number]

/** The result of a dispute about a card payment; `closed`: it was only an inquiry of the bank. */
export const disputeChanges = ['opened', 'won', 'lost', 'closed'] as const
export type DisputeChange = (typeof disputeChanges)[number]

/** A free time that is offered instead, and the page to book it. */
export type FreeTime = { booking_date: string; start_time: string; link: string }

/** 'Mon, Nov 23, 10:00'. */
export const freeTimeText = ({ booking_date, start_time }: FreeTime) =>
  `${dayOf(booking_date)}, ${timeText(start_time)}`

/** The data of each kind. It has no names of people: only `actor_name` of the notification names a person. */
export type NoticeData = {
  /** For a person who is invited to the crew of a studio. `accepted`: they had no role, so they joined at once. */
  invitation: { accepted: boolean }
  /** For the studio's admins: a person requests a role. */
  role_request: { role: 'client' | 'staff' }
  /** For the person who requested a role. */
  request_answered: { role: 'client' | 'staff'; approved: boolean }
  booking_request: NoticeBooking
  booking_changed: NoticeBooking & { change: SessionChange; free_times?: FreeTime[] | undefined }
  /** `about`: the title of the card. */
  mention: { about: string }
  task: { title: string; due_date: string | null }
  /** Both texts as shown. */
  plan: { title: string; detail: string }
  /** For the studio's admins: their domain is no longer verified. */
  domain: { custom_domain: string }
  /** For the studio's admins: emails no longer come from this address. */
  sender: { address: string }
  /** For the studio's desk: a person claims a record. `accepted`: for that person. */
  claim: { accepted: boolean }
  /** For the studio's admins: a client disputes a card payment, or a dispute ended. `amount` is formatted text. */
  dispute: { change: DisputeChange; amount: string; respond_by: string | null }
  /** For the studio's admins: this webhook was switched off, because it failed for three days. */
  webhook: { label: string }
  /**
   * For the owner of a connected calendar that could not be read for a day, or must be connected again. `has_ended`: for the
   * studio's admins, because the person who connected it lost that right.
   */
  calendar: { label: string; needs_consent?: boolean | undefined; has_ended?: boolean | undefined }
  /** For the studio's admins: an operator sees the studio as they do, until the given time. */
  owner_view: { ends_at: string }
  /** For the studio's admins: a session was moved or deleted in a connected calendar that it was written into. */
  session_moved: { deleted: boolean }
}

/** A new notification: its kind, with the data of that kind. */
export type NoticeOfKind = { [Kind in NoticeKind]: { kind: Kind; data: NoticeData[Kind] } }[NoticeKind]

const changes: Record<SessionChange, string> = {
  booked: 'A session was booked',
  booked_for_client: 'Your session is booked',
  on_hold: 'Your session is on hold',
  confirmed: 'A session was confirmed',
  declined: 'A session was declined',
  moved: 'A session was changed',
  restored: 'A change to a session was undone',
  cancelled: 'A session was cancelled',
  expiring: 'A request expires soon',
  expired: 'A request has expired',
  change_requested: 'A change to a session was requested',
  change_approved: 'A change to a session was approved',
  change_declined: 'A change to a session was declined',
  change_expired: 'A change request has expired',
  fee_waived: 'A fee was waived',
}

const dayOf = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const sessionOf = ({ service, booking_date, start_time }: NoticeBooking) =>
  `${service}, ${dayOf(booking_date)}, ${timeText(start_time)}`

const disputeTitles: Record<DisputeChange, string> = {
  opened: 'A client disputes a card payment',
  won: 'You won a dispute',
  lost: 'A dispute was lost',
  closed: 'A dispute was closed',
}

function disputeDetail({ change, amount, respond_by }: NoticeData['dispute']): string {
  if (change === 'opened' && respond_by) return `${amount}. Submit evidence to Stripe by ${dayOf(respond_by)}`
  if (change === 'won') return `${amount} was returned to you`
  return change === 'lost' ? `${amount} was returned to the client` : amount
}

type NoticeTextsOf = NoticeOfKind & { actor_name: string | null; studio_name: string; link?: string }

/** In a studio's own notifications: who changed the session. A client may have several studios and reads which one. */
function changedBy({ link, actor_name }: NoticeTextsOf): string | null {
  const isOfStudio = link?.startsWith('/studio') || link?.startsWith('/staff')
  return isOfStudio && actor_name ? `By ${actor_name}` : null
}

/** The texts of a notification: a title, and a line below it. @param notice its link says whether a studio reads it */
export function noticeTexts(notice: NoticeTextsOf) {
  const who = notice.actor_name ?? 'Someone'
  const at = notice.studio_name
  switch (notice.kind) {
    case 'invitation':
      return {
        title: notice.data.accepted ? `You are now crew at ${at}` : `${at} invites you to its crew`,
        detail: `From ${who}`,
      }
    case 'role_request':
      return { title: `${who} asks to join`, detail: notice.data.role === 'staff' ? 'As crew' : 'As a client' }
    case 'request_answered':
      return {
        title: notice.data.approved ? `You've joined ${at}` : `${at} did not accept your request`,
        detail: notice.data.role === 'staff' ? 'As crew' : 'As a client',
      }
    case 'booking_request':
      return { title: `New booking request from ${who}`, detail: sessionOf(notice.data) }
    case 'booking_changed':
      return { title: changes[notice.data.change], detail: `${sessionOf(notice.data)}. ${changedBy(notice) ?? at}` }
    case 'mention':
      return { title: `${who} mentioned you`, detail: notice.data.about }
    case 'task':
      return {
        title: `${who} assigned you a task`,
        detail: notice.data.due_date ? `${notice.data.title}, due ${dayOf(notice.data.due_date)}` : notice.data.title,
      }
    case 'plan':
      return notice.data
    case 'domain':
      return {
        title: `${notice.data.custom_domain} no longer points to ${at}`,
        detail: 'Its TXT record has been missing for three days.',
      }
    case 'sender':
      return {
        title: `Emails no longer come from ${notice.data.address}`,
        detail: 'The DNS record of its key is missing. Emails come from the platform until it is found again.',
      }
    case 'dispute':
      return { title: disputeTitles[notice.data.change], detail: disputeDetail(notice.data) }
    case 'webhook':
      return {
        title: `The webhook ${notice.data.label} was switched off`,
        detail: 'Its server accepted no events for three days. Check its answers, then switch it on again.',
      }
    case 'calendar':
      if (notice.data.has_ended)
        return {
          title: `The calendar ${notice.data.label} is no longer read`,
          detail:
            'The person who connected it no longer works at your desk. The busy times that we read last still block time. Connect it again.',
        }
      return {
        title: `Your calendar ${notice.data.label} cannot be read`,
        detail: notice.data.needs_consent
          ? 'Its provider no longer lets us read it. Connect it again on your profile, or in the settings for rooms.'
          : 'The busy times that we read last still block time. New events do not, until the calendar can be read again.',
      }
    case 'session_moved':
      return {
        title: `A session was ${notice.data.deleted ? 'deleted' : 'moved'} in a connected calendar`,
        detail: 'The session is unchanged here. Accept or undo the change above your calendar.',
      }
    case 'owner_view':
      return {
        title: 'Support is looking at your studio',
        detail: "For 30 minutes at most. They can't change anything, and your profile and keys stay hidden.",
      }
    case 'claim':
      return notice.data.accepted
        ? {
            title: `${at} added your earlier sessions to your account`,
            detail: 'You can now see your sessions and projects there.',
          }
        : { title: `${who} says they are your client`, detail: 'Give them access to the history?' }
  }
}
