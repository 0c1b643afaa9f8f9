import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'

// A line break in a header starts another header.
const HeaderText = z.string().refine((text) => !/\p{Cc}/u.test(text), 'a header contains one line of plain text')

/**
 * An email to send. `id` becomes its Message-ID, which is the same for every attempt of a job, so that repeats are
 * recognized.
 */
export const Message = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  to: z.object({ name: HeaderText, address: Email }),
  /**
   * The studio's own sender, whose key signs the email. The envelope has the platform's address, so that bounces come to us.
   */
  from: z.object({ address: Email, domain: z.string(), selector: z.string(), privateKey: z.string() }).optional(),
  /** Shown instead of the name in `MAIL_FROM`. Without `from` the address stays the platform's. */
  fromName: HeaderText.min(1).max(120).optional(),
  /** The address for replies, if it is not the sender's. */
  replyTo: Email.optional(),
  subject: HeaderText.min(1).max(200),
  html: z.string().min(1),
  text: z.string().min(1),
  /** One request to this address unsubscribes from such emails (RFC 8058). */
  unsubscribeUrl: z.url().optional(),
  /** Files, attached with these names. */
  attachments: z
    .array(z.object({ filename: HeaderText, contentType: HeaderText, content: z.instanceof(Uint8Array) }))
    .max(5)
    .optional(),
  /** A calendar invitation or cancellation, attached to the email. */
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string().min(1) }).optional(),
})
export type Message = z.input<typeof Message>

/** Sends emails. Only jobs call `send`, without an open transaction. */
export type Mail = {
  /** @throws if the message is invalid or was not accepted; PermanentJobError if another attempt cannot succeed */
  send(message: Message, signal?: AbortSignal): Promise<void>
}

/** Checks a message and converts it for nodemailer, which must never load files or addresses. */
export function toMailOptions(message: Message, { mailFrom, publicUrl }: { mailFrom: string; publicUrl: string }) {
  const { id, to, from, fromName, replyTo, subject, html, text, calendar, unsubscribeUrl, attachments } =
    Message.parse(message)
  return {
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    from:
      fromName === undefined && !from
        ? mailFrom
        : { name: fromName ?? '', address: from?.address ?? addressIn(mailFrom) },
    to,
    ...(from && {
      envelope: { from: addressIn(mailFrom), to: to.address },
      dkim: { domainName: from.domain, keySelector: from.selector, privateKey: from.privateKey },
    }),
    ...(replyTo && { replyTo }),
    subject,
    html,
    text,
    ...(attachments && { attachments: attachments.map((file) => ({ ...file, content: Buffer.from(file.content) })) }),
    ...(calendar && { icalEvent: { ...calendar, filename: 'session.ics' } }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The address in a sender such as `StudioHub <no-reply@studios.example>`. */
export const addressIn = (mailbox: string) => /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox
