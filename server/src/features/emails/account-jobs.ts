import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { takeEndedWaits, takeWaitsToMail } from '#features/auth/factor-waits/queries.ts'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import {
  address,
  faceOnlyOf,
  getBranding,
  Proof,
  sealAddress,
  sendEmail,
  sendProof,
  unsealAddress,
  unsealLink,
} from './jobs.ts'
import * as queries from './queries.ts'
import { notice, noticeKinds, type SignInMethod, signInMethods } from './templates/notice.ts'
import { emailChangeAtCurrent, emailChangeAtNew, magicLink, reauthentication } from './templates/proof.ts'
import { safeName } from './wording.ts'

const PERSON = 'there'

const isMethod = (text: string): text is SignInMethod => Object.hasOwn(signInMethods, text)

/** Emails the owner of an account about a change of their sign-in, at the address that they had when it happened. */
export const sendNotice = defineJob('emails.send-notice', {
  payload: z.object({
    user_id: Id,
    /** The studio where the person signed up; the email has its branding. */
    studio_id: Id.nullable(),
    kind: z.enum(noticeKinds),
    method: z.string().refine(isMethod).nullable(),
    sealed_address: z.string(),
    happened_at: z.iso.datetime(),
    /** When the second factor ends; only for notices about that. */
    ends_at: z.iso.datetime().nullable().default(null),
    /** A link that ends the added second factor. */
    sealed_link: z.string().nullable().default(null),
  }),
  async run({ user_id, studio_id, kind, method, sealed_address, happened_at, ends_at, sealed_link }, context) {
    const { person, studio } = await asSystem(async (tx) => ({
      person: await queries.getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    const content = notice(
      {
        kind,
        method,
        userName: safeName(person?.full_name ?? null, PERSON),
        happened: formatInstant(happened_at),
        ends: ends_at ? formatInstant(ends_at) : '',
        rejectUrl: sealed_link && unsealLink(sealed_link),
        forgotPasswordUrl: address('/auth/forgot-password'),
        profileUrl: address('/profile'),
        supportUrl: address('/docs#support'),
      },
      faceOnlyOf(studio),
    )
    await sendEmail({ email: unsealAddress(sealed_address), full_name: person?.full_name ?? null }, content, context)
  },
})

/** Emails the link and the six digits for signing in without a password. */
export const sendMagicLink = defineJob('emails.send-magic-link', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, magicLink, context),
})

/** Asks the current address of an account to confirm a new address. */
export const sendEmailChangeToCurrent = defineJob('emails.send-email-change-to-current', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, emailChangeAtCurrent, context),
})

/** Asks the new address of an account for confirmation. */
export const sendEmailChangeToNew = defineJob('emails.send-email-change-to-new', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, emailChangeAtNew, context),
})

/** Emails the six digits with which a signed-in person confirms a change. */
export const sendReauthentication = defineJob('emails.send-reauthentication', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, reauthentication, context),
})

const DAY_MS = 86_400_000

/** Emails the owners of second factors that will end: once a day, and again when they have ended. */
export const mailFactorWaits = defineJob('emails.tell-of-factor-waits', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asAuth(async (tx) => {
      const about = (user_id: string, email: string) => ({
        user_id,
        studio_id: null,
        method: null,
        sealed_address: sealAddress(email),
      })
      for (const wait of await takeWaitsToMail(tx, new Date(now.getTime() - DAY_MS), now)) {
        const at = { happened_at: iso(wait.started_at), ends_at: iso(wait.ends_at) }
        await enqueue(tx, sendNotice, { kind: 'second_factor_ending', ...about(wait.user_id, wait.email), ...at })
      }
      for (const wait of await takeEndedWaits(tx)) {
        const happened_at = iso(wait.ended_at ?? now.toISOString())
        await enqueue(tx, sendNotice, { kind: 'second_factor_ended', ...about(wait.user_id, wait.email), happened_at })
      }
    }),
})

// The database returns the instant with its offset.
const iso = (instant: string) => new Date(instant).toISOString()

export const accountJobs = [
  sendNotice,
  mailFactorWaits,
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
