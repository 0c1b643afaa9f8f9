import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { deliveryKinds, messageKinds, messageStates } from './words.ts'

export const MessageKind = z.enum(messageKinds)
export const MessageState = z.enum(messageStates)

/** One mail about a session, or of the product itself, as the studio's admin sees it; its words are not kept. */
export const Message = z.object({
  id: Id,
  /** Null of a mail that is about no session. */
  booking_id: Id.nullable(),
  kind: z.enum([...messageKinds, ...deliveryKinds]),
  state: MessageState,
  /** Null where the account is gone. */
  recipient_name: z.string().nullable(),
  /** When the session that it told of begins. */
  starts_at: z.string().nullable(),
  tries: z.number().int(),
  /** Why the last try failed, in codes of the mail server. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
export type Message = z.infer<typeof Message>
