import { fail } from '@studiohub/contract/errors.ts'
import type { PublicBookingTerms, Signature } from '@studiohub/contract/features/terms/schema.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { queueAgreementPdf } from '#features/emails/agreements/jobs.ts'
import { TERMS_LINK } from '#features/emails/wording.ts'
import { getStudio } from '#features/studios/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { isMac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getBookingTerms, insertAcceptances } from '../queries.ts'
import { buildAcceptance, checkOpenTerms, lockTermsOf } from '../service.ts'
import { getLinkedBooking } from './queries.ts'

const networkLimit: Limit = { name: 'terms-links', count: 60, per_seconds: 300 }
type RequestContext = { ip: string; now: Date; request_id: string }

/** The id of the booking of a link. @throws AppError NOT_FOUND if we did not create the link */
async function readLink(token: string, { ip, now }: RequestContext): Promise<string> {
  await requireLimits([{ limit: networkLimit, by: getNetwork(ip) }], now)
  const [id = '', secret = ''] = token.split('.')
  return Id.safeParse(id).success && isMac(secret, TERMS_LINK, id) ? id : fail('NOT_FOUND')
}

/** The terms of a booking, for anyone with the link. Opening the link changes nothing. */
export async function getPublicTerms(token: string, context: RequestContext): Promise<PublicBookingTerms> {
  const booking_id = await readLink(token, context)
  return asSystem((tx) => readPublicTerms(tx, booking_id))
}

type AcceptByLinkInput = { token: string; terms_id: string; signature?: Signature | null | undefined }

/** Accepts the terms of a booking, and of all sessions of its series, by the link in an email. */
export async function acceptPublicTerms(
  { token, terms_id, signature }: AcceptByLinkInput,
  context: RequestContext,
): Promise<PublicBookingTerms> {
  const booking_id = await readLink(token, context)
  return asSystem(async (tx) => {
    const { studio_id } = (await getLinkedBooking(tx, booking_id)) ?? fail('NOT_FOUND')
    await lockTermsOf(tx, studio_id)
    const booking = (await getBookingTerms(tx, booking_id)) ?? fail('NOT_FOUND')
    const { client_id, session_ids } = booking
    // A repeated call returns the result of the first one.
    if (booking.acceptance || client_id === null) return readPublicTerms(tx, booking_id)
    checkOpenTerms(booking, { accepted_terms: terms_id, signature })
    const { ip: network_address, now, request_id } = context
    const newRow = buildAcceptance({
      studio_id,
      booking_ids: session_ids,
      client_id,
      terms_id,
      way: 'link',
      signature,
      network_address,
      accepted_at: now.toISOString(),
    })
    const acceptance_id = await insertAcceptances(tx, newRow, booking_id)
    await queueAgreementPdf(tx, newRow)
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id,
      action: 'terms.acceptPublic',
      object_type: 'terms_acceptance',
      object_id: acceptance_id,
      after: { booking_id, terms_id, session_ids },
      request_id,
    })
    publish(tx, { studio_id, topic: 'bookings', id: booking_id, client_id })
    return readPublicTerms(tx, booking_id)
  })
}

async function readPublicTerms(tx: Tx, booking_id: string): Promise<PublicBookingTerms> {
  const { studio_id, session, accepted_text } = (await getLinkedBooking(tx, booking_id)) ?? fail('NOT_FOUND')
  const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  const { acceptance, open } = (await getBookingTerms(tx, booking_id)) ?? fail('NOT_FOUND')
  const { name, logo_url, brand_css, favicon_url, contact_email } = studio
  const accepted = acceptance &&
    accepted_text !== null && {
      number: acceptance.number,
      accepted_at: acceptance.accepted_at,
      text: accepted_text,
    }
  return {
    studio: { name, logo_url, brand_css, favicon_url, contact_email },
    session,
    accepted: accepted || null,
    open,
  }
}
