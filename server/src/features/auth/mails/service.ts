import { slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import {
  sendEmailChangeToCurrent,
  sendEmailChangeToNew,
  sendMagicLink,
  sendNotice,
  sendReauthentication,
} from '#features/emails/account-jobs.ts'
import { sealAddress, sealLink, sealProof, sendConfirmation, sendRecovery, sendWelcome } from '#features/emails/jobs.ts'
import type { NoticeKind, SignInMethod } from '#features/emails/templates/notice.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { takeLimit } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getStudioBySlug } from '../redirects/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import type { LinkOnly, Purpose } from '../verification/rules.ts'

export type ProofMail = {
  user: Pick<AuthUser, 'id' | 'user_metadata'>
  purpose: Exclude<Purpose, LinkOnly>
  link: string
  code: string
  /** The studio to whose page the link leads; else the one at which the person signed up gives the mail its face. */
  studio_id: string | null
  /** Where it goes, if not to the account's present address. */
  to?: string
}

const NEXT_MAX = 2_000
// More than an honest day brings: a change of all factors is ten notices.
const NOTICES_PER_HOUR = 12

const proofJobs = {
  signup: sendConfirmation,
  recovery: sendRecovery,
  magiclink: sendMagicLink,
  email_change_current: sendEmailChangeToCurrent,
  email_change_new: sendEmailChangeToNew,
  reauthentication: sendReauthentication,
} as const satisfies Record<Exclude<Purpose, LinkOnly>, unknown>

/** Queues the mail with a link and a code. Both are kept nowhere in clear: the waiting job holds them sealed. */
export async function queueProofMail(tx: Tx, { user, purpose, link, code, studio_id, to }: ProofMail): Promise<void> {
  await enqueue(tx, proofJobs[purpose], {
    user_id: user.id,
    studio_id: studio_id ?? (await studioOf(tx, user.user_metadata.signup_namespace)),
    ...sealProof({ link, code }),
    ...(to && { sealed_address: sealAddress(to) }),
  })
}

/**
 * Queues the welcome, in the name of the studio at which the person signed up, with what they had chosen there.
 * @param more.link proves the address, where nobody has yet
 * @param more.needs_password whether the account has none
 */
export async function queueWelcomeMail(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'user_metadata'>,
  { link, needs_password }: { link?: string; needs_password?: boolean } = {},
): Promise<void> {
  const { signup_namespace, signup_next } = user.user_metadata
  const next = typeof signup_next === 'string' && signup_next.length <= NEXT_MAX ? signup_next : null
  const studio_id = await studioOf(tx, signup_namespace)
  const sealed_link = link === undefined ? null : sealLink(link)
  await enqueue(tx, sendWelcome, { user_id: user.id, studio_id, next, sealed_link, needs_password })
}

/**
 * What happened to an account, and by which way to sign in, where that is what it is about. `makeLink` makes the link
 * that undoes it, and is called only where the mail leaves: a new link ends the one before.
 */
export type Notice = {
  kind: NoticeKind
  method?: SignInMethod
  ends_at?: Date
  makeLink?: (() => Promise<string>) | null
}

/**
 * Queues the mail that tells the owner of an account how they sign in has changed. It goes to the address that `user`
 * carries: give the person as they were before a change of address. A flood of one kind is left out silently, so that
 * an account does not become a way to flood a mailbox. Mails with a link are counted apart: other notices cannot use
 * them up.
 */
export async function mailNotice(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  { kind, method, ends_at, makeLink }: Notice,
  now: Date,
): Promise<void> {
  const name = makeLink ? `mail-notice-link-${kind}` : `mail-notice-${kind}`
  const limit = { name, count: NOTICES_PER_HOUR, per_seconds: 3600 }
  if (await takeLimit(tx, { limit, by: user.email }, now)) return
  await enqueue(tx, sendNotice, {
    user_id: user.id,
    studio_id: await studioOf(tx, user.user_metadata.signup_namespace),
    kind,
    method: method ?? null,
    sealed_address: sealAddress(user.email),
    happened_at: now.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    sealed_link: makeLink ? sealLink(await makeLink()) : null,
  })
}

// Written by the person themselves: it chooses a letter's face and nothing else.
async function studioOf(tx: Tx, signup_namespace: unknown): Promise<string | null> {
  const slug = typeof signup_namespace === 'string' && slugPattern.test(signup_namespace) ? signup_namespace : null
  return slug === null ? null : getStudioBySlug(tx, slug)
}
