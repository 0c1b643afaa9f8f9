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
import { type Delivery, recordDelivery } from '../messages/queries.ts'
import { getProvenSender } from '../studios/sender/queries.ts'
import * as queries from './queries.ts'
import type { EmailContent, Sender } from './render-email.tsx'
import { confirmation, type ProofData, recovery } from './templates/proof.ts'
import { studioCreated } from './templates/studio-created.ts'
import { welcome } from './templates/welcome.ts'
import {
  bookingPath,
  buttonColorsOf,
  type ChosenSession,
  formatDay,
  formatTimeOfDay,
  readChosenSession,
  safeName,
  safeParagraphs,
} from './wording.ts'

// All texts of an email are read from the database when it is sent (safety T62). A job's payload contains only ids and
// sealed secrets. The transaction ends before the email is sent.

const PRODUCT_NAME = 'StudioHub'
const PERSON = 'there'

/**
 * Welcomes a new person. `studio_id` is the studio where they signed up, and `next` is the page that they requested there. A
 * person who signed up at a studio will join it, so they are not asked to choose a role.
 */
export const sendWelcome = defineJob('emails.send-welcome', {
  payload: z.object({
    user_id: Id,
    studio_id: Id.nullable(),
    next: z.string().nullable().default(null),
    /** The link that proves the address; null if it is proven, and in jobs of older versions. */
    sealed_link: z.string().nullable().default(null),
    needs_password: z.boolean().default(false),
  }),
  async run({ user_id, studio_id, next, sealed_link, needs_password }, context) {
    const choice = readChosenSession(next)
    const read = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      current: await queries.getCurrentRole(tx, user_id),
      studio: await getBranding(tx, studio_id),
      service: studio_id && choice ? await queries.getOfferedService(tx, studio_id, choice.service) : undefined,
    }))
    if (!read.recipient) return
    const { current, studio, service } = read
    const sender = faceOnlyOf(studio)
    const isGuest = !current || current.role === 'client'
    const chosen = isGuest && studio && service && choice ? { ...choice, ...service } : null
    const data = {
      userName: safeName(read.recipient.full_name, PERSON),
      userRole: current?.role ?? (studio ? ('joining' as const) : ('onboarding' as const)),
      studioName: sender.name,
      studioLogo: sender.logo_url,
      ...(chosen && { chosen: describeSession(chosen) }),
      dashboardUrl: addressAt(
        isGuest ? studio : null,
        chosen && studio ? bookingPath(studio.slug, chosen) : homeOf(current, studio),
      ),
      confirmUrl: sealed_link && unsealLink(sealed_link),
      passwordUrl: needs_password ? addressAt(null, '/auth/forgot-password') : null,
    }
    await sendEmail(read.recipient, welcome(data, sender), context, {
      delivery: { kind: 'welcome', studio_id, user_id },
    })
  },
})

type OfferedSession = ChosenSession & { label: string; timezone: string; country: string | null }

const describeSession = ({ label, day, time, timezone, country }: OfferedSession) =>
  `${safeParagraphs(label).join(' ')} on ${formatDay(day, country)} at ${formatTimeOfDay(time, country)} (${timezone.replaceAll('_', ' ')} time)`

const homeOf = (current: { role: Role; slug: string | null } | undefined, studio: { slug: string } | null) =>
  current ? homeFor(current.role, current.slug) : studio ? `/${studio.slug}` : '/auth/onboarding'

/** Congratulates the founder of a new studio. */
export const sendStudioCreated = defineJob('emails.send-studio-created', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  async run({ studio_id, user_id }, context) {
    const read = await asSystem(async (tx) => ({
      recipient: await queries.getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!read.recipient || !read.studio) return
    const data = {
      userName: safeName(read.recipient.full_name, PERSON),
      studioName: safeName(read.studio.name, 'Your studio'),
      subscriptionTier: arePlansOn() ? (read.studio.tier ?? ('trial' as const)) : null,
      dashboardUrl: address('/studio'),
    }
    const delivery = { kind: 'studio_created', studio_id, user_id } as const
    await sendEmail(read.recipient, studioCreated(data, senderOf(null)), context, { delivery })
  },
})

/** The payload of an email with a link and six digits. */
export const Proof = z.object({
  user_id: Id,
  /** The studio where the person signed up; the email has its branding. */
  studio_id: Id.nullable(),
  /** The recipient, if it is not the account's current address. */
  sealed_address: z.string().optional(),
  sealed_link: z.string(),
  sealed_code: z.string(),
})

/** Emails the link and the six digits for choosing a new password. */
export const sendRecovery = defineJob('emails.send-recovery', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, recovery, context),
})

/** Emails the link and the six digits that prove an address. */
export const sendConfirmation = defineJob('emails.send-confirmation', {
  payload: Proof,
  run: (proof, context) => sendProof(proof, confirmation, context),
})

export const emailsJobs = [sendWelcome, sendStudioCreated, sendRecovery, sendConfirmation]

const LINK = 'emails.link'
const CODE = 'emails.code'
const ADDRESS = 'emails.address'

/** Seals an address for a job's payload, so that a reader of the queue does not see it. */
export const sealAddress = (email: string) => seal(ADDRESS, email)

/** Opens the text of `sealAddress`. */
export const unsealAddress = (sealed: string) => unseal(ADDRESS, sealed).toString()

/** Seals a link for a job's payload. */
export const sealLink = (link: string) => seal(LINK, link)

/** Opens the text of `sealLink`. */
export const unsealLink = (sealed: string) => unseal(LINK, sealed).toString()

/** Seals a link and a code for a job's payload, so that a reader of the queue cannot use them. */
export function sealProof({ link, code }: { link: string; code: string }) {
  return { sealed_link: sealLink(link), sealed_code: seal(CODE, code) }
}

/** Sends an email with a link and six digits, which are unsealed only here. */
export async function sendProof(
  { user_id, studio_id, sealed_address, sealed_link, sealed_code }: z.output<typeof Proof>,
  template: (data: ProofData, sender: Sender) => EmailContent,
  context: JobContext,
) {
  const { recipient, studio } = await asSystem(async (tx) => ({
    recipient: await queries.getRecipient(tx, user_id),
    studio: await getBranding(tx, studio_id),
  }))
  if (!recipient) return
  const data = {
    userName: safeName(recipient.full_name, PERSON),
    email: recipient.email,
    link: unsealLink(sealed_link),
    code: unseal(CODE, sealed_code).toString(),
  }
  const to = sealed_address ? { ...recipient, email: unsealAddress(sealed_address) } : recipient
  await sendEmail(to, template(data, faceOnlyOf(studio)), context)
}

type StudioBranding = NonNullable<Awaited<ReturnType<typeof queries.getStudioBranding>>>

/** Who gets an email about something that a person did in a studio, that person, and the studio. */
export const readActEmail = ({ user_id, by_id, studio_id }: { user_id: string; by_id: string; studio_id: string }) =>
  asSystem(async (tx) => ({
    recipient: await queries.getRecipient(tx, user_id),
    maker: await queries.getRecipient(tx, by_id),
    studio: await getBranding(tx, studio_id),
  }))

/** A studio's branding; null for the product's own. */
export const getBranding = async (tx: Parameters<typeof queries.getStudioBranding>[0], studio_id: string | null) =>
  studio_id === null ? null : ((await queries.getStudioBranding(tx, studio_id)) ?? null)

/** The name of an email's sender: the studio's, with its address for From and replies; or the product's own. */
export function senderOf(studio: StudioBranding | null): Sender {
  const face = faceOnlyOf(studio)
  if (!studio) return face
  const contact = Email.safeParse(studio.contact_email)
  const reply_to = contact.success ? contact.data : null
  return { ...face, mailbox: { name: face.name.slice(0, NAME_MAX), reply_to, studio_id: studio.id } }
}

/**
 * A studio's branding for an email of the platform. Emails about an account and its security, and emails with a link or code
 * that proves the mailbox, have the platform's From and no Reply-To. Otherwise a reply that quotes the email would give the
 * secret to the studio.
 */
export function faceOnlyOf(studio: StudioBranding | null): Sender {
  const colors = BrandColors.safeParse(studio?.brand_colors)
  return {
    name: studio ? safeName(studio.name, PRODUCT_NAME) : PRODUCT_NAME,
    logo_url: studio ? ownAddress(studio.logo_url) : null,
    ...buttonColorsOf(colors.success ? colors.data.primary : undefined),
  }
}

/** The absolute URL of a page at the product's own address. */
export const address = (path: string) => new URL(path, theMail().publicUrl).href

/** The absolute URL of a page for a studio's clients: on the studio's own domain if it is verified. */
export const addressAt = (studio: StudioBranding | null, path: string) =>
  studio?.domain ? new URL(path, originAt(studio.domain)).href : address(path)

/** The public page of a studio's current terms. */
export const publicTermsUrl = (studio: StudioBranding) =>
  addressAt(studio, studio.domain ? '/terms' : `/s/${studio.slug}/terms`)

// Only pictures that we serve, because another server would learn who opened the email.
function ownAddress(url: string | null): string | null {
  const { publicUrl } = theMail()
  if (url === null || !URL.canParse(url, publicUrl)) return null
  const { origin, href } = new URL(url, publicUrl)
  return origin === publicUrl ? href : null
}

/** A studio's proven sender with its key; undefined: the email is sent from the platform's address. */
async function findOwnSender(studio_id: string): Promise<Message['from']> {
  const sender = await asSystem((tx) => getProvenSender(tx, studio_id))
  if (!sender) return undefined
  const { address, domain, selector, private_key } = sender
  return { address, domain, selector, privateKey: unseal('sender-key', private_key).toString() }
}

const TRIES = 20
const NAME_MAX = 120

/**
 * Renders an email and sends it. `replyTo` is an address for replies that is not ours. With `delivery`, the result is
 * recorded for the studio's admins and the operators.
 */
export async function sendEmail(
  recipient: { email: string; full_name: string | null },
  content: EmailContent,
  context: JobContext,
  {
    delivery,
    tries = TRIES,
    ...more
  }: Pick<Message, 'replyTo' | 'calendar' | 'unsubscribeUrl' | 'attachments'> & {
    delivery?: Delivery
    tries?: number
  } = {},
) {
  // Loaded with the first email, because it loads all components and the renderer.
  const { renderEmail } = await import('./render-email.tsx')
  const { subject, html, text } = await renderEmail(content)
  const to = { name: safeName(recipient.full_name, ''), address: recipient.email }
  const { mailbox } = content.sender
  const from = mailbox && (await findOwnSender(mailbox.studio_id))
  const message = {
    id: context.job_id,
    to,
    ...(mailbox && { fromName: mailbox.name }),
    ...(from && { from }),
    ...(mailbox?.reply_to && { replyTo: mailbox.reply_to }),
    ...more,
    subject,
    html,
    text,
  }
  const recordResult = async (state: 'waiting' | 'sent' | 'failed', last_error: string | null) => {
    const outcome = { state, last_error, at: context.now.toISOString(), tries_most: tries }
    if (delivery) await asSystem((tx) => recordDelivery(tx, context.job_id, delivery, outcome))
  }
  try {
    await theMail().send(message, context.signal)
  } catch (error) {
    await recordResult(error instanceof PermanentJobError || tries === 1 ? 'failed' : 'waiting', reasonOf(error))
    throw error
  }
  await recordResult('sent', null)
}

/**
 * The reason why an email failed, safe to show to people. Other error texts may contain an address, but errors of our own
 * transport contain only codes (safety G26).
 */
export const reasonOf = (error: unknown) =>
  error instanceof Error && /^the mail server/i.test(error.message)
    ? error.message.slice(0, 300)
    : 'the message could not be made or sent'
