import { serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { mac } from '#platform/auth/secrets.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { BookingForEmail } from '../bookings/queries.ts'
import { formatTime } from '../bookings/wording.ts'
import {
  buildProductUrl,
  buildStudioUrl,
  chooseSender,
  publicStudioUrl,
  type StudioBranding,
  sendEmail,
} from '../jobs.ts'
import { followUpEmail } from '../templates/follow-up.ts'
import { greetingName, safeName, safeParagraphs, UNSUBSCRIBE } from '../wording.ts'

/** The page on which a client stops emails from a studio without signing in. */
export const buildUnsubscribeUrl = ({ studio_id, record_id }: Pick<BookingForEmail, 'studio_id' | 'record_id'>) =>
  buildProductUrl(`/api/v1/unsubscribe/${studio_id}/${record_id}/${mac(UNSUBSCRIBE, studio_id, record_id ?? '')}`)

/** Sends the email after a session. A link in the email and in its header stops these emails (RFC 8058). */
export function sendFollowUp(message: BookingForEmail, studio: StudioBranding, context: JobContext) {
  const { has_account, review_url } = message
  const sender = chooseSender(studio)
  const unsubscribeUrl = buildUnsubscribeUrl(message)
  const content = followUpEmail(
    {
      recipientName: greetingName(message.full_name),
      studioName: sender.name,
      service: safeParagraphs(serviceName(message)).join(' '),
      when: formatTime(message),
      rooms: message.rooms.map((room) => safeName(room, 'Room')).join(', '),
      // A client without an account has not proven the address, so the email has no links that the studio chose.
      reviewUrl: has_account ? review_url : null,
      bookUrl: has_account ? buildStudioUrl(studio, `/${studio.slug}/bookings`) : null,
      studioUrl: publicStudioUrl(studio),
      unsubscribeUrl,
    },
    sender,
  )
  return sendEmail(message, content, context, { unsubscribeUrl })
}
