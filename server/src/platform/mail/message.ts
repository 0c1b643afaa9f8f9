import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'

// A line break in a header begins another header (safety T65).
const HeaderText = z.string().refine((text) => !/\p{Cc}/u.test(text), 'a header holds one line of plain text')

/** A message on its way out. `id` becomes its Message-ID: one a job, so that a repeat can be recognised. */
export const Message = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  to: z.object({ name: HeaderText, address: Email }),
  /** The address for replies, where it is not the sender's. */
  replyTo: Email.optional(),
  subject: HeaderText.min(1).max(200),
  html: z.string().min(1),
  text: z.string().min(1),
  /** What a calendar program makes of it: one that can be answered, beside the text. */
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string().min(1) }).optional(),
})
export type Message = z.input<typeof Message>

/** The way out for mail; `send` is called by jobs alone, with no door open. */
export type Mail = {
  /** @throws where the message is malformed or was not taken; GiveUp where another try cannot help */
  send(message: Message, signal?: AbortSignal): Promise<void>
}

/** The message as nodemailer takes it, checked: nothing in it is fetched from a file or an address. */
export function composed(message: Message, { mailFrom, publicUrl }: { mailFrom: string; publicUrl: string }) {
  const { id, to, replyTo, subject, html, text, calendar } = Message.parse(message)
  return {
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    from: mailFrom,
    to,
    ...(replyTo && { replyTo }),
    subject,
    html,
    text,
    ...(calendar && { icalEvent: { ...calendar, filename: 'session.ics' } }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
