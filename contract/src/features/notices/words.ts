/** What a notice is of; what each says is in `wordsOf`. */
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
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A session as a notice tells of it: by the studio's clocks. */
export type SessionTold = { service: string; booking_date: string; start_time: string }

/** What became of a session, as the mail about it calls it; `booked_for_client` is `booked`, told to the client. */
export const sessionChanges = [
  'booked',
  'booked_for_client',
  'on_hold',
  'confirmed',
  'declined',
  'moved',
  'cancelled',
  'expiring',
  'expired',
  'change_requested',
  'change_approved',
  'change_declined',
  'change_expired',
] as const
export type SessionChange = (typeof sessionChanges)[number]

/** A time that is free instead, and the page that books it. */
export type FreeTime = { booking_date: string; start_time: string; link: string }

/** 'Mon, Nov 23, 10:00'. */
export const freeTimeText = ({ booking_date, start_time }: FreeTime) => `${dayOf(booking_date)}, ${start_time}`

/** What each kind is told with. People are named by the notice's actor alone, never in here. */
export type NoticeData = {
  /** Of a studio that wants the reader in its crew; `accepted` where they held no role and are crew already. */
  invitation: { accepted: boolean }
  /** To the studio's admins, of somebody who asks to be taken in. */
  role_request: { role: 'client' | 'staff' }
  /** To anyone who asked. */
  request_answered: { role: 'client' | 'staff'; approved: boolean }
  booking_request: SessionTold
  booking_changed: SessionTold & { change: SessionChange; free_times?: FreeTime[] | undefined }
  /** `about`: the title of what was written on. */
  mention: { about: string }
  task: { title: string; due_date: string | null }
  /** Both sentences as they are to be read. */
  plan: { title: string; detail: string }
  /** To the studio's admins: it is no longer proven. */
  domain: { custom_domain: string }
}

/** A notice before it is told: its kind with the data of that kind. */
export type NoticeOf = { [Kind in NoticeKind]: { kind: Kind; data: NoticeData[Kind] } }[NoticeKind]

const changes: Record<SessionChange, string> = {
  booked: 'A session was booked',
  booked_for_client: 'Your session is booked',
  on_hold: 'Your session is on hold',
  confirmed: 'A session was confirmed',
  declined: 'A session was declined',
  moved: 'A session was changed',
  cancelled: 'A session was cancelled',
  expiring: 'A request expires soon',
  expired: 'A request has expired',
  change_requested: 'A change of a session was requested',
  change_approved: 'A change of a session was approved',
  change_declined: 'A change of a session was declined',
  change_expired: 'A change request has expired',
}

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOf = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))
const sessionOf = ({ service, booking_date, start_time }: SessionTold) =>
  `${service}, ${dayOf(booking_date)}, ${start_time}`

/** What a notice says: a title, and a line below it. */
export function wordsOf(notice: NoticeOf & { actor_name: string | null; studio_name: string }) {
  const who = notice.actor_name ?? 'Somebody'
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
      return { title: changes[notice.data.change], detail: `${sessionOf(notice.data)}. ${at}` }
    case 'mention':
      return { title: `${who} mentioned you`, detail: notice.data.about }
    case 'task':
      return {
        title: `${who} gave you a task`,
        detail: notice.data.due_date ? `${notice.data.title}, due ${dayOf(notice.data.due_date)}` : notice.data.title,
      }
    case 'plan':
      return notice.data
    case 'domain':
      return {
        title: `${notice.data.custom_domain} no longer points to ${at}`,
        detail: 'The TXT record that proves it has been gone for three days.',
      }
  }
}
