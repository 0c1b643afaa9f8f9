import type { AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { dateFormat, timeText } from '@studiohub/contract/shared/formats.ts'
import { paths } from '#paths.ts'

const formatDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })
const formatDayOfYear = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })

/**
 * What an entry is about: 'Cleo Marsh, Mon, Nov 23, 14:00' or the title of a card.
 * @param at when the entry was written. A day of another year has its year
 */
export function subjectText(subject: AuditSubject, at: string): string {
  const { title, when } = splitSubject(subject, at)
  return when === null ? title : `${title}, ${when}`
}

/** The text of a subject, with the time of a session apart, so that a narrow row does not break it. */
export function splitSubject(
  { kind, name, email, booking_date, start_time }: AuditSubject,
  at: string,
): { title: string; when: string | null } {
  if (kind === 'person') return { title: [name, email].filter(Boolean).join(', ') || 'No name', when: null }
  if (booking_date === null || start_time === null) return { title: name || 'No name', when: null }
  const title = kind === 'block' ? 'Blocked time' : (name ?? 'Internal session')
  return { title, when: `${dayText(booking_date, at)}, ${timeText(start_time)}` }
}

/** 'Mon, Nov 23', with its year if it is not the year of `at`. @param date `yyyy-MM-dd` */
export const dayText = (date: string, at: string): string =>
  (date.slice(0, 4) === at.slice(0, 4) ? formatDay : formatDayOfYear)(date)

/** The page of a studio that shows the subject. People have none. */
export function getStudioPath({ kind, id }: AuditSubject): string | null {
  switch (kind) {
    case 'booking':
    case 'block':
      return paths.studioBooking(id)
    case 'client':
      return paths.withOpen(paths.studioClients, { client: id })
    case 'project':
      return paths.studioProject(id)
    case 'card':
      return paths.withOpen(paths.studioBoard, { card: id })
    case 'task':
      return paths.studioTasks
    case 'resource':
      return paths.studioSettingsTab('rooms')
    case 'invitation':
      return paths.studioStaff
    case 'person':
      return null
  }
}

/** The page of an operator that shows the subject. They see accounts, but not the pages of a studio. */
export const getOperatorPath = ({ email }: AuditSubject): string | null => (email ? paths.superAdminUser(email) : null)
