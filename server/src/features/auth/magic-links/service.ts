import { insertAuditEntry } from '#platform/audit/audit.ts'
import { padDuration } from '#platform/auth/pad-duration.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { countEmail } from '../limit-emails.ts'
import { chooseDestination } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { isBanned, type Metadata } from '../users/rules.ts'
import { buildPerson, readMetadata, registerPerson } from '../users/service.ts'
import { sendVerificationEmail } from '../verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'

const perNetwork: Limit = { name: 'otp', count: 30, per_seconds: 300 }

export type SignInLinkInput = {
  email: string | null
  phone: string | null
  data: Metadata | null
  create_user: boolean
  challenge: Challenge | null
  redirect_to: string | null
  publicUrl: string
}

/**
 * Emails a link and a code for signing in. With `create_user` an unknown address gets an account, which the link or code
 * confirms. Known and unknown addresses always get the same response, unlike in GoTrue without `create_user`.
 */
export async function sendSignInLink(input: SignInLinkInput, context: RequestContext): Promise<void> {
  if (input.email === null) {
    if (input.phone !== null) throwAuthError('phone_provider_disabled')
    return throwAuthError('validation_failed', { message: 'One of email or phone must be set' })
  }
  const email = readEmail(input.email)
  const data = readMetadata(input.data ?? {})
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  await padDuration(() => asAuth((tx) => sendLink(tx, { ...input, email, data }, context)))
}

type SignInLinkRequest = SignInLinkInput & { email: string; data: Metadata }

async function sendLink(tx: Tx, input: SignInLinkRequest, context: RequestContext): Promise<void> {
  const { redirect_to, publicUrl, challenge, email } = input
  const existing = await users.getUserByEmail(tx, email)
  if (existing ? isBanned(existing, context.now) : !input.create_user) return
  if (await countEmail(tx, { kind: 'magiclink', email }, context)) return
  const user = existing ?? (await createAccountForLink(tx, input, context))
  if (!user) return
  const redirectAccount = existing ? { id: existing.id } : 'created'
  const destination = await chooseDestination(tx, { redirect_to, publicUrl, page: 'callback', redirectAccount })
  await sendVerificationEmail(tx, { user, purpose: 'magiclink', challenge, destination, publicUrl }, context.now)
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id: destination.studio_id,
    action: 'magiclink.requested',
    object_type: 'user',
    object_id: user.id,
    after: { ip: context.ip },
    request_id: context.request_id,
  })
}

/** Creates an account without a password. Its address must be confirmed, even if sign-up needs no confirmation. */
async function createAccountForLink(tx: Tx, { email, data }: SignInLinkRequest, context: RequestContext) {
  const person = buildPerson(email, data, true, context.now)
  return (await registerPerson(tx, { ...person, encrypted_password: null }, context)) ? person.user : null
}
