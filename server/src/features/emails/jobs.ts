import { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { Email } from '@studiohub/contract/shared/text.ts'
import { unseal } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import type { Message } from '#platform/mail/message.ts'
import { getMail } from '#platform/mail/open.ts'
import { type Delivery, recordDelivery } from '../messages/queries.ts'
import { getProvenSender } from '../studios/sender/queries.ts'
import type { EmailBranding, EmailContent } from './email-content.ts'
import * as queries from './queries.ts'
import { chooseButtonColors, safeName } from './wording.ts'

// Jobs read all texts of an email from the database when they send it. A job's payload contains only ids and
// sealed secrets. The transaction must end before the email is sent.

const PRODUCT_NAME = 'StudioHub'

/** A studio's branding and place. */
export type StudioBranding = NonNullable<Awaited<ReturnType<typeof queries.getStudioBranding>>>

/** Reads the recipient of an email about an action in a studio, the person who acted (`by_id`), and the studio. */
export const readActionEmail = ({ user_id, by_id, studio_id }: { user_id: string; by_id: string; studio_id: string }) =>
  asSystem(async (tx) => ({
    recipient: await queries.getRecipient(tx, user_id),
    author: await queries.getRecipient(tx, by_id),
    studio: await getBranding(tx, studio_id),
  }))

/** A studio's branding, or null for the product's own. */
export const getBranding = async (tx: Tx, studio_id: string | null) =>
  studio_id === null ? null : ((await queries.getStudioBranding(tx, studio_id)) ?? null)

/** The sender of an email: the studio, with its mailbox for From and replies, or the product. */
export function chooseSender(studio: StudioBranding | null): EmailBranding {
  const branding = brandingOnlySender(studio)
  if (!studio) return branding
  const contact = Email.safeParse(studio.contact_email)
  const reply_to = contact.success ? contact.data : null
  return { ...branding, mailbox: { name: branding.name.slice(0, NAME_MAX), reply_to, studio_id: studio.id } }
}

/** The sender of an email in the name of the platform, without a studio's branding. */
export const getPlatformSender = (): EmailBranding => brandingOnlySender(null)

/**
 * A studio's branding for an email that comes from the platform, with the platform's From and no Reply-To. Use it for emails
 * about an account and its security, and for emails with a secret link or code. Otherwise a reply that quotes the email would
 * give the secret to the studio.
 */
export function brandingOnlySender(studio: StudioBranding | null): EmailBranding {
  const colors = BrandColors.safeParse(studio?.brand_colors)
  return {
    name: studio ? safeName(studio.name, PRODUCT_NAME) : PRODUCT_NAME,
    logo_url: studio ? ownPictureUrl(studio.logo_url) : null,
    ...chooseButtonColors(colors.success ? colors.data.primary : undefined),
  }
}

/** The absolute URL of a page at the product's own address. */
export const buildProductUrl = (path: string) => new URL(path, getMail().publicUrl).href

/** The absolute URL of a page for a studio's clients: on the studio's own domain if it is verified. */
export const buildStudioUrl = (studio: StudioBranding | null, path: string) =>
  studio?.domain ? new URL(path, buildStudioOrigin(studio.domain)).href : buildProductUrl(path)

/** The public page of a studio. */
export const publicStudioUrl = (studio: StudioBranding) =>
  buildStudioUrl(studio, studio.domain ? '/' : `/s/${studio.slug}`)

/** The public page of a studio's current terms. */
export const publicTermsUrl = (studio: StudioBranding) =>
  buildStudioUrl(studio, studio.domain ? '/terms' : `/s/${studio.slug}/terms`)

// Allows only pictures that we serve, because another server would learn who opened the email.
function ownPictureUrl(url: string | null): string | null {
  const { publicUrl } = getMail()
  if (url === null || !URL.canParse(url, publicUrl)) return null
  const { origin, href } = new URL(url, publicUrl)
  return origin === publicUrl ? href : null
}

/** A studio's proven sender with its key. Undefined if the email must be sent from the platform's address. */
async function findOwnSender(studio_id: string): Promise<Message['from']> {
  const sender = await asSystem((tx) => getProvenSender(tx, studio_id))
  if (!sender) return undefined
  const { address, domain, selector, private_key } = sender
  return { address, domain, selector, privateKey: unseal('sender-key', private_key).toString() }
}

const TRIES = 20
const NAME_MAX = 120

/**
 * Renders an email and sends it. `replyTo` sets another address for replies than the sender's. With `delivery`, records the
 * result for the studio's admins and the operators.
 */
export async function sendEmail(
  recipient: { email: string; full_name: string | null },
  content: EmailContent,
  context: JobContext,
  {
    delivery,
    tries = TRIES,
    ...options
  }: Pick<Message, 'replyTo' | 'calendar' | 'unsubscribeUrl' | 'attachments'> & {
    delivery?: Delivery
    tries?: number
  } = {},
) {
  // Imported with the first email, because it loads all components and the renderer.
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
    ...options,
    subject,
    html,
    text,
  }
  const recordResult = async (state: 'waiting' | 'sent' | 'failed', last_error: string | null) => {
    const result = { state, last_error, at: context.now.toISOString(), tries_max: tries }
    if (delivery) await asSystem((tx) => recordDelivery(tx, context.job_id, delivery, result))
  }
  try {
    await getMail().send(message, context.signal)
  } catch (error) {
    await recordResult(
      error instanceof PermanentJobError || tries === 1 ? 'failed' : 'waiting',
      describeMailError(error),
    )
    throw error
  }
  await recordResult('sent', null)
}

/**
 * The reason why an email failed, as a text that is safe to show. Errors of our own transport contain only codes; the texts of
 * other errors may contain an address.
 */
export const describeMailError = (error: unknown) =>
  error instanceof Error && /^the mail server/i.test(error.message)
    ? error.message.slice(0, 300)
    : 'the email could not be created or sent'
