import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { attentionKinds } from './words.ts'

const Count = z.number().int()

/** The jobs of one queue that wait or have failed. */
export const StuckQueue = z.object({ name: z.string(), waiting: Count, failed: Count, since: z.string() })
export type StuckQueue = z.infer<typeof StuckQueue>

/** Something that an operator should look at. `attentionText` has its sentence. */
export const AttentionItem = z.object({
  kind: z.enum(attentionKinds),
  /** Null if it is about the whole platform. */
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  /** When the problem began, or when the trial ends. Null if unknown. */
  since: z.string().nullable(),
  count: Count,
  /** The domain or address. */
  detail: z.string().nullable(),
})
export type AttentionItem = z.infer<typeof AttentionItem>

/** Everything that needs an operator, the most urgent first. */
export const Attention = z.object({ items: z.array(AttentionItem), total: Count, stuck_queues: z.array(StuckQueue) })
export type Attention = z.infer<typeof Attention>
