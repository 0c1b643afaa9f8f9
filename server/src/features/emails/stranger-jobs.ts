import { reserveMailToStranger } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { theMail } from '#platform/mail/open.ts'

/** How many new addresses without an account a studio may write to in 24 hours. */
const ADDRESSES_A_DAY = 300
const ADDRESSES_LIMIT_REACHED = 'not sent: too many addresses of clients without an account in 24 hours'
export const NO_PROVEN_ADMIN = 'not sent: no admin of the studio has confirmed their email address'
export const DAILY_LIMIT_REACHED = 'not sent: too many mails about sessions of one client in 24 hours'

type MailToStranger = {
  log: 'booking_messages' | 'mail_deliveries'
  message_id: string
  studio_id: string
  email: string
  has_proven_admin: boolean
}

/**
 * Why a person without an account gets no email. They never asked for any, so the studio must have a proven address, and the
 * number of emails and addresses is limited. If the result is null, this email was counted.
 */
export async function findReasonNotToSend(mail: MailToStranger, now: Date): Promise<string | null> {
  const { log, message_id, studio_id, email, has_proven_admin } = mail
  if (!has_proven_admin) return NO_PROVEN_ADMIN
  const address_mac = mac('mail-address', email.toLowerCase())
  const limits = { to_address: Math.ceil(theMail().bookingMails.a_day / 4), addresses: ADDRESSES_A_DAY }
  const counted = { log, message_id, studio_id, address_mac, now }
  const reached = await asSystem((tx) => reserveMailToStranger(tx, counted, limits))
  if (reached === 'to_address') return DAILY_LIMIT_REACHED
  return reached === 'addresses' ? ADDRESSES_LIMIT_REACHED : null
}
