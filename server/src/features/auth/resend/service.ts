import { padDuration } from '#platform/auth/pad-duration.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimit, takeLimits } from '#platform/http/limits.ts'
import { chooseDestination } from '../redirects/service.ts'
import { mailChangeAgain } from '../update-account.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { perSignupRecipient } from '../users/service.ts'
import { mailProof } from '../verification/service.ts'
import { refuse, type Visit } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'

const perAddress: Limit = { name: 'resend', count: 30, per_seconds: 300 }
const perRecipientHour: Limit = { name: 'mail-resend-hour', count: 10, per_seconds: 3600 }

export type ResendWish = {
  type: string | null
  email: string | null
  phone: string | null
  challenge: Challenge | null
  redirect_to: string | null
  publicUrl: string
}

const types = ['signup', 'email_change', 'sms', 'phone_change']

/**
 * Mails a link and a code once more, where some wait to be used. Nothing in the answer or its timing tells whether
 * any do; a second mail within a minute is silently left out.
 */
export async function resend(wish: ResendWish, visit: Visit): Promise<void> {
  const { type, phone } = wish
  if (type === null || !types.includes(type)) {
    refuse('validation_failed', { message: `Missing one of these types: ${types.join(', ')}` })
  }
  if (wish.email !== null && phone !== null) {
    refuse('validation_failed', { message: 'Only an email address or phone number should be provided.' })
  }
  if (phone !== null) refuse('phone_provider_disabled')
  const wanted = type === 'sms' || type === 'phone_change' ? 'a phone number' : 'an email address'
  const given = wish.email ?? refuse('validation_failed', { message: `Type provided requires ${wanted}` })
  if (wanted === 'a phone number') refuse('validation_failed', { message: `Type provided requires ${wanted}` })
  const email = readEmail(given)
  const full = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  if (full) refuse('over_request_rate_limit', full)
  await padDuration(() => asAuth((tx) => mailAgain(tx, { ...wish, email }, visit)))
}

async function mailAgain(tx: Tx, wish: ResendWish & { email: string }, visit: Visit): Promise<void> {
  const { redirect_to, publicUrl, challenge, email } = wish
  const user = await users.getUserByEmail(tx, email)
  const waits = wish.type === 'signup' ? user?.email_confirmed_at === null : typeof user?.new_email === 'string'
  if (!user || !waits || isBanned(user, visit.now)) return
  if (await takeLimit(tx, { limit: perRecipientHour, by: email }, visit.now)) return
  // Who asks is not known, so a studio's own domain is no target.
  const destination = await chooseDestination(tx, { redirect_to, publicUrl, page: 'callback', traveller: 'nobody' })
  if (wish.type === 'email_change') return mailChangeAgain(tx, user, { destination, publicUrl }, visit)
  if (await takeLimit(tx, { limit: perSignupRecipient, by: email }, visit.now)) return
  await users.noteConfirmationSent(tx, user.id, visit.now)
  await mailProof(tx, { user, purpose: 'signup', challenge, destination, publicUrl }, visit.now)
}
