import { z } from 'zod'
import { Id, prose } from '#shared/text.ts'
import { codePoints } from '#shared/text-rules.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { CHAT_MESSAGE_MAX } from './words.ts'

/** A free time of the studio, in its time zone. */
export const OfferedStart = z.object({ date: CalendarDate, time: TimeOfDay })
export type OfferedStart = z.infer<typeof OfferedStart>

/** A message of the person or of the assistant (spec section 3). */
export const ChatMessage = z.object({
  id: Id,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.string(),
  /** The free times of one hour in this answer, sorted by day and time. */
  starts: z.array(OfferedStart),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const NewChatMessage = z.strictObject({
  content: prose(CHAT_MESSAGE_MAX).refine((text) => codePoints(text) > 0, 'Please write a message'),
  /** The project that the conversation is about; null: the person's general conversation at the studio. */
  project_id: Id.nullish(),
  /** Whether the answer writes times of day with AM and PM, as the reader's screens do. Default: 24 hours. */
  hour12: z.boolean().optional(),
})
export type NewChatMessage = z.output<typeof NewChatMessage>
