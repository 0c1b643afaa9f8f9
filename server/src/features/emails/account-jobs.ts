import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { takeEnded, takeToMail } from '#features/auth/factor-waits/queries.ts'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { address, faceOf, faceOnlyOf, Proof, post, postProof, sealAddress, unsealAddress, unsealLink } from './jobs.ts'
import * as queries from './queries.ts'
import { notice, noticeKinds, type SignInMethod, signInMethods } from './templates/notice.ts'
import { emailChangeAtCurrent, emailChangeAtNew, magicLink, reauthentication } from './templates/proof.ts'
import { inertName } from './wording.ts'

const PERSON = 'there'

const isMethod = (text: string): text is SignInMethod => Object.hasOwn(signInMethods, text)

/** Tells the owner of an account that how they sign in has changed, at the address that was theirs when it happened. */
export const sendNotice = defineJob('emails.send-notice', {
  payload: z.object({
    user_id: Id,
    /** The studio whose page the person came through, whose face the mail then wears. */
    studio_id: Id.nullable(),
    kind: z.enum(noticeKinds),
    method: z.string().refine(isMethod).nullable(),
    sealed_address: z.string(),
    happened_at: z.iso.datetime(),
    /** When the second factor ends, where the notice is about that. */
    ends_at: z.iso.datetime().nullable().default(null),
    /** Ends the second factor that the notice is about. */
    sealed_link: z.string().nullable().default(null),
  }),
  async run({ user_id, studio_id, kind, method, sealed_address, happened_at, ends_at, sealed_link }, context) {
    const { person, studio } = await asSystem(async (tx) => ({
      person: await queries.getRecipient(tx, user_id),
      studio: await faceOf(tx, studio_id),
    }))
    const letter = notice(
      {
        kind,
        method,
        userName: inertName(person?.full_name ?? null, PERSON),
        happened: inWords(happened_at),
        ends: ends_at ? inWords(ends_at) : '',
        rejectUrl: sealed_link && unsealLink(sealed_link),
        forgotPasswordUrl: address('/auth/forgot-password'),
        profileUrl: address('/profile'),
        supportUrl: address('/docs#support'),
      },
      faceOnlyOf(studio),
    )
    await post({ email: unsealAddress(sealed_address), full_name: person?.full_name ?? null }, letter, context)
  },
})

/** Mails the link and the six digits with which somebody signs in without a password. */
export const sendMagicLink = defineJob('emails.send-magic-link', {
  payload: Proof,
  run: (proof, context) => postProof(proof, magicLink, context),
})

/** Asks the present address of an account whether another may take its place. */
export const sendEmailChangeToCurrent = defineJob('emails.send-email-change-to-current', {
  payload: Proof,
  run: (proof, context) => postProof(proof, emailChangeAtCurrent, context),
})

/** Asks the address that is to come whether it is meant. */
export const sendEmailChangeToNew = defineJob('emails.send-email-change-to-new', {
  payload: Proof,
  run: (proof, context) => postProof(proof, emailChangeAtNew, context),
})

/** Mails six digits with which somebody who is signed in confirms that it is them. */
export const sendReauthentication = defineJob('emails.send-reauthentication', {
  payload: Proof,
  run: (proof, context) => postProof(proof, reauthentication, context),
})

const DAY_MS = 86_400_000

/** Tells the owners of second factors that are about to end once a day, and when they have ended. */
export const tellOfFactorWaits = defineJob('emails.tell-of-factor-waits', {
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
      for (const wait of await takeToMail(tx, new Date(now.getTime() - DAY_MS), now)) {
        const at = { happened_at: iso(wait.started_at), ends_at: iso(wait.ends_at) }
        await enqueue(tx, sendNotice, { kind: 'second_factor_ending', ...about(wait.user_id, wait.email), ...at })
      }
      for (const wait of await takeEnded(tx)) {
        const happened_at = iso(wait.ended_at ?? now.toISOString())
        await enqueue(tx, sendNotice, { kind: 'second_factor_ended', ...about(wait.user_id, wait.email), happened_at })
      }
    }),
})

// The database spells an instant with its offset.
const iso = (instant: string) => new Date(instant).toISOString()

export const accountJobs = [
  sendNotice,
  tellOfFactorWaits,
  sendMagicLink,
  sendEmailChangeToCurrent,
  sendEmailChangeToNew,
  sendReauthentication,
]

const words = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const inWords = (instant: string) => `${words.format(new Date(instant))} UTC`
