import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { takeEndedWaits, takeWaitsToEmail } from '#features/auth/factor-waits/queries.ts'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { brandingOnlySender, buildProductUrl, getBranding, sendEmail } from './jobs.ts'
import { defineProofJob, sealAddress, unsealAddress, unsealLink } from './proof-jobs.ts'
import * as queries from './queries.ts'
import { noticeKinds, type SignInMethod, securityNoticeEmail, signInMethods } from './templates/notice.ts'
import { currentAddressEmail, magicLinkEmail, newAddressEmail, reauthenticationEmail } from './templates/proof.ts'
import { greetingName } from './wording.ts'

const isSignInMethod = (text: string): text is SignInMethod => Object.hasOwn(signInMethods, text)

/** Tells a person by email that their sign-in has changed. Uses the address that they had at that time. */
export const sendNotice = defineJob('emails.send-notice', {
  payload: z.object({
    user_id: Id,
    /** The studio where the person signed up; the email has its branding. */
    studio_id: Id.nullable(),
    kind: z.enum(noticeKinds),
    method: z.string().refine(isSignInMethod).nullable(),
    sealed_address: z.string(),
    happened_at: z.iso.datetime(),
    /** When the second factor will be removed; only for notices about its removal. */
    ends_at: z.iso.datetime().nullable().default(null),
    /** A link that removes the new second factor. */
    sealed_link: z.string().nullable().default(null),
  }),
  async run({ user_id, studio_id, kind, method, sealed_address, happened_at, ends_at, sealed_link }, context) {
    const { person, studio } = await asSystem(async (tx) => ({
      person: await queries.getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    const content = securityNoticeEmail(
      {
        kind,
        method,
        userName: greetingName(person?.full_name ?? null),
        happened: formatInstant(happened_at),
        ends: ends_at ? formatInstant(ends_at) : '',
        rejectUrl: sealed_link && unsealLink(sealed_link),
        forgotPasswordUrl: buildProductUrl('/auth/forgot-password'),
        profileUrl: buildProductUrl('/profile'),
        supportUrl: buildProductUrl('/docs#support'),
      },
      brandingOnlySender(studio),
    )
    await sendEmail({ email: unsealAddress(sealed_address), full_name: person?.full_name ?? null }, content, context)
  },
})

/** Emails the link and the six-digit code for signing in without a password. */
export const sendMagicLink = defineProofJob('emails.send-magic-link', magicLinkEmail)

/** Asks the current address of an account to confirm a new address. */
export const sendEmailChangeToCurrent = defineProofJob('emails.send-email-change-to-current', currentAddressEmail)

/** Asks the new address of an account for confirmation. */
export const sendEmailChangeToNew = defineProofJob('emails.send-email-change-to-new', newAddressEmail)

/** Emails the six-digit code with which a signed-in person confirms a change. */
export const sendReauthentication = defineProofJob('emails.send-reauthentication', reauthenticationEmail)

/** Emails people whose second factor will be removed after a wait: once a day during the wait, and once after it. */
export const queueFactorWaitEmails = defineJob('emails.tell-of-factor-waits', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asAuth(async (tx) => {
      const toNotice = (user_id: string, email: string) => ({
        user_id,
        studio_id: null,
        method: null,
        sealed_address: sealAddress(email),
      })
      for (const wait of await takeWaitsToEmail(tx, new Date(now.getTime() - DAY_MS), now)) {
        const times = { happened_at: toUtc(wait.started_at), ends_at: toUtc(wait.ends_at) }
        await enqueue(tx, sendNotice, {
          kind: 'second_factor_ending',
          ...toNotice(wait.user_id, wait.email),
          ...times,
        })
      }
      for (const wait of await takeEndedWaits(tx)) {
        const happened_at = toUtc(wait.ended_at ?? now.toISOString())
        await enqueue(tx, sendNotice, {
          kind: 'second_factor_ended',
          ...toNotice(wait.user_id, wait.email),
          happened_at,
        })
      }
    }),
})

// The database returns instants with an offset such as +02, but the payload of a job accepts only UTC.
const toUtc = (instant: string) => new Date(instant).toISOString()

export const accountJobs = [
  sendNotice,
  queueFactorWaitEmails,
  sendMagicLink,
  sendEmailChangeToCurrent,
  sendEmailChangeToNew,
  sendReauthentication,
]

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const formatInstant = (instant: string) => `${instantFormat.format(new Date(instant))} UTC`
