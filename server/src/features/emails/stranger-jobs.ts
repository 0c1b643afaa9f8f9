import { countEmailToStranger } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { getMail } from '#platform/mail/open.ts'

/** How many new addresses without an account a studio may write to in 24 hours. */
const ADDRESSES_PER_DAY = 300
const ADDRESSES_LIMIT_REACHED = 'not sent: too many addresses of clients without an account in 24 hours'
export const NO_PROVEN_ADMIN = 'not sent: no admin of the studio has confirmed their email address'
export const CLIENT_LIMIT_REACHED = 'not sent: too many emails about bookings of one client in 24 hours'

type StrangerEmail = {
  log: 'booking_messages' | 'mail_deliveries'
  message_id: string
  studio_id: string
  email: string
  has_proven_admin: boolean
}

/**
 * The reason not to email a person without an account, or null if the email may be sent. Such a person never asked for emails,
 * so an admin of the studio must have a proven address, and the number of emails and of addresses is limited. If the result is
 * null, the limits have counted this email.
 */
export async function findReasonNotToSend(mail: StrangerEmail, now: Date): Promise<string | null> {
  const { log, message_id, studio_id, email, has_proven_admin } = mail
  if (!has_proven_admin) return NO_PROVEN_ADMIN
  const address_mac = mac('mail-address', email.toLowerCase())
  const limits = { to_address: Math.ceil(getMail().bookingEmails.a_day / 4), addresses: ADDRESSES_PER_DAY }
  const emailToCount = { log, message_id, studio_id, address_mac, now }
  const reachedLimit = await asSystem((tx) => countEmailToStranger(tx, emailToCount, limits))
  if (reachedLimit === 'to_address') return CLIENT_LIMIT_REACHED
  return reachedLimit === 'addresses' ? ADDRESSES_LIMIT_REACHED : null
}
