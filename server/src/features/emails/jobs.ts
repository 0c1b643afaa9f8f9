import { homeFor, type Role } from '@studiohub/contract/actor.ts'
import { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { Email, Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { seal, unseal } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { originAt } from '#platform/hosts/hosts.ts'
import { defineJob, type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import type { Message } from '#platform/mail/message.ts'
import { theMail } from '#platform/mail/open.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { type Delivery, noteDelivery } from '../messages/queries.ts'
import { type Letter, renderLetter, type Sender } from './letter.tsx'
import * as queries from './queries.ts'
import { confirmation, type ProofData, recovery } from './templates/proof.ts'
import { studioCreated } from './templates/studio-created.ts'
import { welcome } from './templates/welcome.ts'
import { type Chosen, chosenIn, dayInWords, inertName, inertParagraphs, paintOf } from './wording.ts'

// Every text of a mail is read from the database when it is sent (safety T62): a payload names rows, and holds secrets
// only sealed. The transaction is over before the mail goes out.

const HOUSE = 'StudioHub'
const PERSON = 'there'

/**
 * Greets somebody who has signed up; `studio_id` is the studio whose page they came through, `next` the page they had asked
 * for there. Who came through a studio joins it in a moment, so they are not asked to choose a role.
 */
export const sendWelcome = defineJob('emails.send-welcome', {
  payload: z.object({
    user_id: Id,
    studio_id: Id.nullable(),
    next: z.string().nullable().default(null),
    /** Proves the address; null where that is done, and in mails that were queued before there was such a link. */
    sealed_link: z.string().nullable().default(null),
    needs_password: z.boolean().default(false),
  }),
  async run({ user_id, studio_id, next, sealed_link, needs_password }, context) {
    const choice = chosenIn(next)
    const read = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      current: await queries.getCurrentRole(tx, user_id),
      studio: await faceOf(tx, studio_id),
      service: studio_id && choice ? await queries.getOfferedService(tx, studio_id, choice.service) : undefined,
    }))
    if (!read.recipient) return
    const { current, studio, service } = read
    const sender = senderOf(studio)
    const isGuest = !current || current.role === 'client'
    const chosen = isGuest && studio && service && choice ? { ...choice, ...service } : null
    const data = {
      userName: inertName(read.recipient.full_name, PERSON),
      userRole: current?.role ?? (studio ? ('joining' as const) : ('onboarding' as const)),
      studioName: sender.name,
      studioLogo: sender.logo_url,
      ...(chosen && { chosen: sessionInWords(chosen) }),
      dashboardUrl: addressAt(
        isGuest ? studio : null,
        chosen && studio ? bookingPath(studio.slug, chosen) : homeOf(current, studio),
      ),
      confirmUrl: sealed_link && unsealLink(sealed_link),
      passwordUrl: needs_password ? addressAt(null, '/auth/forgot-password') : null,
    }
    await post(read.recipient, welcome(data, sender), context, { delivery: { kind: 'welcome', studio_id, user_id } })
  },
})

const sessionInWords = ({ label, day, time, timezone }: Chosen & { label: string; timezone: string }) =>
  `${inertParagraphs(label).join(' ')} on ${dayInWords(day)} at ${time} (${timezone.replaceAll('_', ' ')} time)`

const bookingPath = (slug: string, { service, minutes, day, time }: Chosen) =>
  `/${slug}/bookings?${new URLSearchParams({ book: service, ...(minutes && { minutes: `${minutes}` }), day, time })}`

const homeOf = (current: { role: Role; slug: string | null } | undefined, studio: { slug: string } | null) =>
  current ? homeFor(current.role, current.slug) : studio ? `/${studio.slug}` : '/auth/onboarding'

/** Congratulates the founder of a new studio. */
export const sendStudioCreated = defineJob('emails.send-studio-created', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  async run({ studio_id, user_id }, context) {
    const read = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      studio: await faceOf(tx, studio_id),
    }))
    if (!read.recipient || !read.studio) return
    const data = {
      userName: inertName(read.recipient.full_name, PERSON),
      studioName: inertName(read.studio.name, 'Your studio'),
      subscriptionTier: arePlansOn() ? (read.studio.tier ?? ('trial' as const)) : null,
      dashboardUrl: address('/studio'),
    }
    const delivery = { kind: 'studio_created', studio_id, user_id } as const
    await post(read.recipient, studioCreated(data, senderOf(null)), context, { delivery })
  },
})

/** What a mail with a link and six digits is made from. */
export const Proof = z.object({
  user_id: Id,
  /** The studio whose page the person came through, whose face the mail then wears. */
  studio_id: Id.nullable(),
  /** Where it goes, if not to the account's present address. */
  sealed_address: z.string().optional(),
  sealed_link: z.string(),
  sealed_code: z.string(),
})

/** Mails the link and the six digits with which a password can be chosen again. */
export const sendRecovery = defineJob('emails.send-recovery', {
  payload: Proof,
  run: (proof, context) => postProof(proof, recovery, context),
})

/** Mails the link and the six digits that prove an address. */
export const sendConfirmation = defineJob('emails.send-confirmation', {
  payload: Proof,
  run: (proof, context) => postProof(proof, confirmation, context),
})

export const emailsJobs = [sendWelcome, sendStudioCreated, sendRecovery, sendConfirmation]

const LINK = 'emails.link'
const CODE = 'emails.code'
const ADDRESS = 'emails.address'

/** An address as a job's payload may hold it: anyone who reads the queue learns nobody's. */
export const sealAddress = (email: string) => seal(ADDRESS, email)

/** The address behind `sealAddress`. */
export const unsealAddress = (sealed: string) => unseal(ADDRESS, sealed).toString()

/** A link as a job's payload may hold it. */
export const sealLink = (link: string) => seal(LINK, link)

/** The link behind `sealLink`. */
export const unsealLink = (sealed: string) => unseal(LINK, sealed).toString()

/** A link and a code as a job's payload may hold them: anyone who reads the queue cannot use them. */
export function sealProof({ link, code }: { link: string; code: string }) {
  return { sealed_link: sealLink(link), sealed_code: seal(CODE, code) }
}

/** Mails a link and six digits, opened only here. */
export async function postProof(
  { user_id, studio_id, sealed_address, sealed_link, sealed_code }: z.output<typeof Proof>,
  template: (data: ProofData, sender: Sender) => Letter,
  context: JobContext,
) {
  const { recipient, studio } = await asSystem(async (tx) => ({
    recipient: await queries.getRecipient(tx, user_id),
    studio: await faceOf(tx, studio_id),
  }))
  if (!recipient) return
  const data = {
    userName: inertName(recipient.full_name, PERSON),
    email: recipient.email,
    link: unsealLink(sealed_link),
    code: unseal(CODE, sealed_code).toString(),
  }
  const to = sealed_address ? { ...recipient, email: unsealAddress(sealed_address) } : recipient
  await post(to, template(data, faceOnlyOf(studio)), context)
}

type StudioPage = NonNullable<Awaited<ReturnType<typeof queries.getStudioFace>>>

/** A studio's face by its id; null for the product's own. */
export const faceOf = async (tx: Parameters<typeof queries.getStudioFace>[0], studio_id: string | null) =>
  studio_id === null ? null : ((await queries.getStudioFace(tx, studio_id)) ?? null)

/** Under whose name a mail comes: the studio's, with its mailbox for From and replies, or the product's own. */
export function senderOf(studio: StudioPage | null): Sender {
  const face = faceOnlyOf(studio)
  if (!studio) return face
  const contact = Email.safeParse(studio.contact_email)
  return { ...face, mailbox: { name: face.name.slice(0, NAME_MAX), reply_to: contact.success ? contact.data : null } }
}

/**
 * A studio's face on a mail of the platform. Mails about an account and its security keep the platform's From: a studio
 * chooses its own name.
 */
export function faceOnlyOf(studio: StudioPage | null): Sender {
  const colors = BrandColors.safeParse(studio?.brand_colors)
  return {
    name: studio ? inertName(studio.name, HOUSE) : HOUSE,
    logo_url: studio ? ownAddress(studio.logo_url) : null,
    ...paintOf(colors.success ? colors.data.primary : undefined),
  }
}

/** The whole address of a page of ours. */
export const address = (path: string) => new URL(path, theMail().publicUrl).href

/** The same of a page that a studio's clients know it by: on its own domain, where it has proven one. */
export const addressAt = (studio: StudioPage | null, path: string) =>
  studio?.domain ? new URL(path, originAt(studio.domain)).href : address(path)

// Only what we serve ourselves is shown: a picture from elsewhere would tell its owner who opened the mail.
function ownAddress(url: string | null): string | null {
  const { publicUrl } = theMail()
  if (url === null || !URL.canParse(url, publicUrl)) return null
  const { origin, href } = new URL(url, publicUrl)
  return origin === publicUrl ? href : null
}

const TRIES = 20
const NAME_MAX = 120

/**
 * Renders a letter and gives it to the mail server. `replyTo` is the address for replies, where that is not ours; of a
 * `delivery` the studio's admins and the operators see how it went.
 */
export async function post(
  recipient: { email: string; full_name: string | null },
  letter: Letter,
  context: JobContext,
  {
    delivery,
    tries = TRIES,
    ...more
  }: Pick<Message, 'replyTo' | 'calendar'> & { delivery?: Delivery; tries?: number } = {},
) {
  const { subject, html, text } = await renderLetter(letter)
  const to = { name: inertName(recipient.full_name, ''), address: recipient.email }
  const { mailbox } = letter.sender
  const message = {
    id: context.job_id,
    to,
    ...(mailbox && { fromName: mailbox.name }),
    ...(mailbox?.reply_to && { replyTo: mailbox.reply_to }),
    ...more,
    subject,
    html,
    text,
  }
  const note = async (state: 'waiting' | 'sent' | 'failed', last_error: string | null) => {
    const outcome = { state, last_error, at: context.now.toISOString(), tries_most: tries }
    if (delivery) await asSystem((tx) => noteDelivery(tx, context.job_id, delivery, outcome))
  }
  try {
    await theMail().send(message, context.signal)
  } catch (error) {
    await note(error instanceof PermanentJobError || tries === 1 ? 'failed' : 'waiting', reasonOf(error))
    throw error
  }
  await note('sent', null)
}

// Words that came from outside could hold an address; those of our own way out hold its codes alone (safety G26).
/** Why a mail did not leave, as people may read it. */
export const reasonOf = (error: unknown) =>
  error instanceof Error && /^the mail server/i.test(error.message)
    ? error.message.slice(0, 300)
    : 'the message could not be made or sent'
