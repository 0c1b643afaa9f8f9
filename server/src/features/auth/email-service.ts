import { slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import {
  sendEmailChangeToCurrent,
  sendEmailChangeToNew,
  sendMagicLink,
  sendNotice,
  sendReauthentication,
} from '#features/emails/account-jobs.ts'
import { sealAddress, sealLink, sealLinkAndCode, sendConfirmation, sendRecovery } from '#features/emails/proof-jobs.ts'
import type { NoticeKind, SignInMethod } from '#features/emails/templates/notice.ts'
import { sendWelcome } from '#features/emails/welcome-jobs.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { countUse } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getStudioBySlug } from './redirects/queries.ts'
import type { AuthUser } from './users/rules.ts'
import type { LinkOnlyPurpose, Purpose } from './verification/rules.ts'

export type VerificationEmail = {
  user: Pick<AuthUser, 'id' | 'user_metadata'>
  purpose: Exclude<Purpose, LinkOnlyPurpose>
  link: string
  code: string
  /** The studio of the linked page. Without one, the email has the branding of the studio where the person signed up. */
  studio_id: string | null
  /** The recipient, if it is not the account's current address. */
  to?: string
}

const NEXT_MAX = 2_000
// Normal use needs fewer: replacing all factors sends ten notices.
const NOTICES_PER_HOUR = 12

const jobByPurpose = {
  signup: sendConfirmation,
  recovery: sendRecovery,
  magiclink: sendMagicLink,
  email_change_current: sendEmailChangeToCurrent,
  email_change_new: sendEmailChangeToNew,
  reauthentication: sendReauthentication,
} as const satisfies Record<Exclude<Purpose, LinkOnlyPurpose>, unknown>

/** Queues the email with a link and a code. The job's payload contains both only in sealed form. */
export async function queueVerificationEmail(
  tx: Tx,
  { user, purpose, link, code, studio_id, to }: VerificationEmail,
): Promise<void> {
  await enqueue(tx, jobByPurpose[purpose], {
    user_id: user.id,
    studio_id: studio_id ?? (await studioOf(tx, user.user_metadata.signup_namespace)),
    ...sealLinkAndCode({ link, code }),
    ...(to && { sealed_address: sealAddress(to) }),
  })
}

/**
 * Queues the welcome email, with the branding of the studio where the person signed up.
 * @param options.link proves the address if it is not proven yet
 * @param options.needs_password whether the account has no password
 */
export async function queueWelcomeEmail(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'user_metadata'>,
  options: { link?: string; needs_password?: boolean } = {},
): Promise<void> {
  const { link, needs_password } = options
  const { signup_namespace, signup_next } = user.user_metadata
  const next = typeof signup_next === 'string' && signup_next.length <= NEXT_MAX ? signup_next : null
  const studio_id = await studioOf(tx, signup_namespace)
  const sealed_link = link === undefined ? null : sealLink(link)
  await enqueue(tx, sendWelcome, { user_id: user.id, studio_id, next, sealed_link, needs_password })
}

/**
 * A security notice: what happened to an account, and with which sign-in method, if any. `makeLink` creates the link that
 * reverts the change. It is called only if the email is sent, because a new link ends the previous one.
 */
export type SecurityNotice = {
  kind: NoticeKind
  method?: SignInMethod
  ends_at?: Date
  makeLink?: (() => Promise<string>) | null
}

/**
 * Queues an email to the owner of an account about a change of their sign-in. The recipient is the address in `user`, so
 * after a change of address pass the person with the former address. Too many emails of one kind are silently left out, so
 * that a mailbox is not flooded. Emails with a link have their own limit, which other notices cannot use up.
 */
export async function queueSecurityNotice(
  tx: Tx,
  user: Pick<AuthUser, 'id' | 'email' | 'user_metadata'>,
  { kind, method, ends_at, makeLink }: SecurityNotice,
  now: Date,
): Promise<void> {
  const name = makeLink ? `mail-notice-link-${kind}` : `mail-notice-${kind}`
  const limit = { name, count: NOTICES_PER_HOUR, per_seconds: 3600 }
  if (await countUse(tx, { limit, by: user.email }, now)) return
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

// The person has sent this value, so use it only to choose the branding of an email.
async function studioOf(tx: Tx, signup_namespace: unknown): Promise<string | null> {
  const slug = typeof signup_namespace === 'string' && slugPattern.test(signup_namespace) ? signup_namespace : null
  return slug === null ? null : getStudioBySlug(tx, slug)
}
