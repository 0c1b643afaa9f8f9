import { z } from 'zod'
import { Id, prose } from '../../../shared/text.ts'
import { codePoints } from '../../../shared/text-rules.ts'
import { CHAT_MESSAGE_MAX } from './words.ts'

/** What was said (spec section 3), by the person or by the assistant. */
export const ChatMessage = z.object({
  id: Id,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.string(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const NewChatMessage = z.strictObject({
  content: prose(CHAT_MESSAGE_MAX).refine((text) => codePoints(text) > 0, 'Please write a message'),
  /** What it is about; without one the conversation is the person's own at the studio. */
  project_id: Id.nullish(),
})
export type NewChatMessage = z.output<typeof NewChatMessage>
