import { insertAuditEntry } from '#platform/audit/audit.ts'
import { padDuration } from '#platform/auth/pad-duration.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { takeMailTurn } from '../limit-mails.ts'
import { chooseDestination } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { isBanned, type Metadata } from '../users/rules.ts'
import { newPerson, readMetadata, register } from '../users/service.ts'
import { mailProof } from '../verification/service.ts'
import { refuse, type Visit } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'

const perAddress: Limit = { name: 'otp', count: 30, per_seconds: 300 }

export type SignInLinkWish = {
  email: string | null
  phone: string | null
  data: Metadata | null
  create_user: boolean
  challenge: Challenge | null
  redirect_to: string | null
  publicUrl: string
}

/**
 * Mails a link and a code that sign their reader in. With `create_user` an unknown address becomes an account, which is
 * confirmed when its mail is answered. Known and unknown addresses are answered alike in either case, where GoTrue tells
 * them apart without `create_user`.
 */
export async function mailSignInLink(wish: SignInLinkWish, visit: Visit): Promise<void> {
  if (wish.email === null) {
    if (wish.phone !== null) refuse('phone_provider_disabled')
    return refuse('validation_failed', { message: 'One of email or phone must be set' })
  }
  const email = readEmail(wish.email)
  const data = readMetadata(wish.data ?? {})
  const full = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  if (full) refuse('over_request_rate_limit', full)
  await padDuration(() => asAuth((tx) => mailLink(tx, { ...wish, email, data }, visit)))
}

type Known = SignInLinkWish & { email: string; data: Metadata }

async function mailLink(tx: Tx, wish: Known, visit: Visit): Promise<void> {
  const { redirect_to, publicUrl, challenge, email } = wish
  const known = await users.getUserByEmail(tx, email)
  if (known ? isBanned(known, visit.now) : !wish.create_user) return
  if (await takeMailTurn(tx, { kind: 'magiclink', email }, visit)) return
  const user = known ?? (await createByLink(tx, wish, visit))
  if (!user) return
  const traveller = known ? { id: known.id } : 'created'
  const destination = await chooseDestination(tx, { redirect_to, publicUrl, page: 'callback', traveller })
  await mailProof(tx, { user, purpose: 'magiclink', challenge, destination, publicUrl }, visit.now)
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id: destination.studio_id,
    action: 'magiclink.requested',
    object_type: 'user',
    object_id: user.id,
    after: { ip: visit.ip },
    request_id: visit.request_id,
  })
}

/** Somebody without a password, whose address counts only when its mail is answered, however sign-up is set. */
async function createByLink(tx: Tx, { email, data }: Known, visit: Visit) {
  const person = newPerson(email, data, true, visit.now)
  return (await register(tx, { ...person, encrypted_password: null }, visit)) ? person.user : null
}
