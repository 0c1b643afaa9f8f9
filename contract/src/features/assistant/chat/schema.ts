import { z } from 'zod'
import { Id, prose } from '../../../shared/text.ts'
import { codePoints } from '../../../shared/text-rules.ts'
import { CHAT_MESSAGE_MAX } from './words.ts'

/** A message of the person or of the assistant (spec section 3). */
export const ChatMessage = z.object({
  id: Id,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const NewChatMessage = z.strictObject({
  content: prose(CHAT_MESSAGE_MAX).refine((text) => codePoints(text) > 0, 'Please write a message'),
  /** The project that the conversation is about; null: the person's general conversation at the studio. */
  project_id: Id.nullish(),
})
export type NewChatMessage = z.output<typeof NewChatMessage>
