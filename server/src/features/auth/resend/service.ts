import { padDuration } from '#platform/auth/pad-duration.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, countUse, getNetwork, type Limit } from '#platform/http/limits.ts'
import { chooseDestination } from '../redirects/service.ts'
import { resendChangeEmails } from '../update-account.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { perSignupRecipient } from '../users/service.ts'
import { sendVerificationEmail } from '../verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'

const perNetwork: Limit = { name: 'resend', count: 30, per_seconds: 300 }
const perRecipientHour: Limit = { name: 'mail-resend-hour', count: 10, per_seconds: 3600 }

export type ResendInput = {
  type: string | null
  email: string | null
  phone: string | null
  challenge: Challenge | null
  redirect_to: string | null
  publicUrl: string
}

const types = ['signup', 'email_change', 'sms', 'phone_change']

/**
 * Emails a pending link and code again. Neither the response nor its timing reveals whether there is a pending one. A second
 * email within a minute is silently left out.
 */
export async function resendProof(input: ResendInput, context: RequestContext): Promise<void> {
  const { type, phone } = input
  if (type === null || !types.includes(type)) {
    throwAuthError('validation_failed', { message: `Missing one of these types: ${types.join(', ')}` })
  }
  if (input.email !== null && phone !== null) {
    throwAuthError('validation_failed', { message: 'Only an email address or phone number should be provided.' })
  }
  if (phone !== null) throwAuthError('phone_provider_disabled')
  const required = type === 'sms' || type === 'phone_change' ? 'a phone number' : 'an email address'
  const address = input.email ?? throwAuthError('validation_failed', { message: `Type provided requires ${required}` })
  if (required === 'a phone number')
    throwAuthError('validation_failed', { message: `Type provided requires ${required}` })
  const email = readEmail(address)
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  await padDuration(() => asAuth((tx) => resendEmail(tx, { ...input, email }, context)))
}

async function resendEmail(tx: Tx, input: ResendInput & { email: string }, context: RequestContext): Promise<void> {
  const { redirect_to, publicUrl, challenge, email } = input
  const user = await users.getUserByEmail(tx, email)
  const isPending = input.type === 'signup' ? user?.email_confirmed_at === null : typeof user?.new_email === 'string'
  if (!user || !isPending || isBanned(user, context.now)) return
  if (await countUse(tx, { limit: perRecipientHour, by: email }, context.now)) return
  // The caller is unknown, so a studio's own domain is not allowed.
  const destination = await chooseDestination(tx, {
    redirect_to,
    publicUrl,
    page: 'callback',
    redirectAccount: 'none',
  })
  if (input.type === 'email_change') return resendChangeEmails(tx, user, { destination, publicUrl }, context)
  if (await countUse(tx, { limit: perSignupRecipient, by: email }, context.now)) return
  await users.setConfirmationSentAt(tx, user.id, context.now)
  await sendVerificationEmail(tx, { user, purpose: 'signup', challenge, destination, publicUrl }, context.now)
}
