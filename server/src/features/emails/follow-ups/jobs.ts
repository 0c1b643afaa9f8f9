import { serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { mac } from '#platform/auth/secrets.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { MailedBooking } from '../bookings/queries.ts'
import { address, addressAt, type getBranding, sendEmail, senderOf } from '../jobs.ts'
import { followUpEmail } from '../templates/follow-up.ts'
import { safeName, safeParagraphs, UNSUBSCRIBE } from '../wording.ts'

type StudioBranding = NonNullable<Awaited<ReturnType<typeof getBranding>>>

/** The page on which a client stops emails from a studio, without signing in. */
export const unsubscribeUrlOf = ({ studio_id, record_id }: Pick<MailedBooking, 'studio_id' | 'record_id'>) =>
  address(`/api/v1/unsubscribe/${studio_id}/${record_id}/${mac(UNSUBSCRIBE, studio_id, record_id ?? '')}`)

/** Sends the email after a session. A link in the email and in its header stops these emails (RFC 8058). */
export function sendFollowUp(mailed: MailedBooking, studio: StudioBranding, context: JobContext) {
  const { has_account, review_url } = mailed
  const sender = senderOf(studio)
  const unsubscribeUrl = unsubscribeUrlOf(mailed)
  const content = followUpEmail(
    {
      recipientName: safeName(mailed.full_name, 'there'),
      studioName: sender.name,
      service: safeParagraphs(serviceName(mailed)).join(' '),
      // A client without an account has not proven the address, so the email has no links that the studio chose.
      reviewUrl: has_account ? review_url : null,
      bookUrl: has_account ? addressAt(studio, `/${studio.slug}/bookings`) : null,
      unsubscribeUrl,
    },
    sender,
  )
  return sendEmail(mailed, content, context, { unsubscribeUrl })
}
