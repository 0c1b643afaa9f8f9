import { VISITOR_LINK_MINUTES } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { payableMinor } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { deleteOldHolds, getHoldOfLink } from '#features/bookings/visitors/queries.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { buildMapUrl, describeCancellation, formatTime } from './bookings/wording.ts'
import { brandingOnlySender, buildProductUrl, getBranding, sendEmail } from './jobs.ts'
import { unsealLink } from './proof-jobs.ts'
import { visitorLinkEmail } from './templates/visitor-link.ts'
import { emailFormats, formatTimeOfDay, greetingName, safeParagraphs } from './wording.ts'

const linkCutoff = (now: Date) => new Date(now.getTime() - VISITOR_LINK_MINUTES * 60_000)

/** Emails the link with which a visitor confirms a hold, unless it was used or has expired. */
export const sendVisitorLink = defineJob('emails.send-visitor-link', {
  // The token is sealed, so that a reader of the queue cannot use the link.
  payload: z.object({ hold_id: Id, sealed_token: z.string() }),
  async run({ hold_id, sealed_token }, context) {
    const token = unsealLink(sealed_token)
    const { hold, studio } = await asSystem(async (tx) => {
      const hold = await getHoldOfLink(tx, { token_hash: sha256(token), since: linkCutoff(context.now) })
      return { hold, studio: hold ? await getBranding(tx, hold.studio_id) : null }
    })
    if (hold?.id !== hold_id || !studio) return
    const sender = brandingOnlySender(studio)
    const content = visitorLinkEmail(
      {
        recipientName: greetingName(hold.name),
        studioName: sender.name,
        service: safeParagraphs(hold.service).join(' '),
        when: formatTime({ ...hold, sessions: 1 }),
        location: hold.location ? safeParagraphs(hold.location).join(', ') : '',
        mapUrl: hold.location ? buildMapUrl(hold.location) : null,
        price: priceText(payableMinor(hold.price_minor, hold.tax), hold.currency, emailFormats(hold.country)),
        cancellation: describeCancellation({ ...hold, status: 'confirmed' }, context.now),
        heldUntil: formatTimeOfDay(localAt(hold.expires_at, hold.timezone).time, hold.country),
        // The secret comes after the `#`, which browsers do not send, so no log contains it.
        confirmUrl: buildProductUrl(`/${hold.studio_slug}/auth/confirm#token_hash=${token}&type=visitor`),
      },
      sender,
    )
    await sendEmail({ email: hold.email, full_name: hold.name }, content, context)
  },
})

/** Deletes visitors' holds an hour after they have ended. */
const deleteVisitorHolds = defineJob('bookings.delete-visitor-holds', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) => asSystem((tx) => deleteOldHolds(tx, linkCutoff(now))),
})

export const visitorJobs = [sendVisitorLink, deleteVisitorHolds]
