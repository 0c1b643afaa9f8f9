import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { deliveryKinds, messageChannels, messageKinds, messageStates } from './words.ts'

export const MessageKind = z.enum(messageKinds)
export const MessageState = z.enum(messageStates)

/** An email about a booking, or of the platform, as the studio's admin sees it. The text is not stored. */
export const Message = z.object({
  id: Id,
  /** Null if the email is not about a booking. */
  booking_id: Id.nullable(),
  kind: z.enum([...messageKinds, ...deliveryKinds]),
  channel: z.enum(messageChannels),
  state: MessageState,
  /** Null if the account was deleted. */
  recipient_name: z.string().nullable(),
  /** When the booking that the email is about starts. */
  starts_at: z.string().nullable(),
  tries: z.number().int(),
  /** The error of the last attempt, as a code of the mail server, or why a skipped message was not sent. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
export type Message = z.infer<typeof Message>
