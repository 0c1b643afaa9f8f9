import { z } from 'zod'
import { Id, prose } from '../../shared/text.ts'
import { cardAgents } from '../assistant/words.ts'
import { Phase, PhaseStep } from '../projects/schema.ts'
import { CARD_DESCRIPTION_MAX, CARD_TITLE_MAX, COMMENT_MAX, cardPriorities, cardStatuses, FILL_IN } from './words.ts'

export const CardPriority = z.enum(cardPriorities)
export const CardStatus = z.enum(cardStatuses)
export const CardAgent = z.enum(cardAgents)

/** A card as it lies on the board. The list comes in the order of the columns; `position` says nothing else. */
export const Card = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id,
  client_name: z.string().nullable(),
  project_id: Id,
  title: z.string(),
  description: z.string(),
  priority: CardPriority,
  phase: Phase,
  status: CardStatus,
  ai_assist: z.boolean(),
  assigned_agent: CardAgent.nullable(),
  position: z.number(),
  is_sample: z.boolean(),
  created_by: Id.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number().int(),
  /** How many files and comments lie on it. */
  files: z.number().int(),
  comments: z.number().int(),
})
export type Card = z.infer<typeof Card>

/** A card with its way through the phases; names are told where the asker may know them. */
export const CardWithHistory = Card.extend({
  phase_history: z.array(PhaseStep.extend({ moved_by_name: z.string().nullable() })),
})
export type CardWithHistory = z.infer<typeof CardWithHistory>

const fields = {
  title: prose(CARD_TITLE_MAX).pipe(
    z
      .string()
      .min(1, FILL_IN)
      .regex(/^[^\n\r\t]*$/, 'Please write the title in one line'),
  ),
  description: prose(CARD_DESCRIPTION_MAX),
  priority: CardPriority,
  assigned_agent: CardAgent.nullable(),
}

/** Phase, status, history and place of a new card are the server's (spec section 4). */
export const NewCard = z.strictObject({
  ...fields,
  project_id: z.uuid(FILL_IN),
  description: fields.description.default(''),
  priority: fields.priority.default('medium'),
  assigned_agent: fields.assigned_agent.default(null),
})
export type NewCard = z.output<typeof NewCard>

export const CardChanges = z
  .strictObject({ ...fields, status: CardStatus, ai_assist: z.boolean() })
  .partial()
  .extend({ version: z.number().int().optional() })
export type CardChanges = z.output<typeof CardChanges>

/** Into a column, in front of one of its cards or at its end. */
export const CardMove = z.strictObject({
  phase: Phase,
  before_id: Id.nullable().optional(),
  /** The version that was read; an older one is refused. */
  version: z.number().int().optional(),
})
export type CardMove = z.output<typeof CardMove>

/** Somebody who can be mentioned on a card. */
export const CardPerson = z.object({ user_id: Id, full_name: z.string().nullable() })
export type CardPerson = z.infer<typeof CardPerson>

export const CardComment = z.object({
  id: Id,
  card_id: Id,
  author_id: Id.nullable(),
  author_name: z.string().nullable(),
  /** A mention stands in it as `@[id]`. */
  body: z.string(),
  mentions: z.array(CardPerson),
  created_at: z.string(),
})
export type CardComment = z.infer<typeof CardComment>

export const NewComment = z.strictObject({
  body: prose(COMMENT_MAX).pipe(z.string().min(1, 'Please write something')),
})

export const CardFile = z.object({
  id: Id,
  card_id: Id,
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
  uploaded_by: Id.nullable(),
  uploaded_by_name: z.string().nullable(),
  created_at: z.string(),
  /** Where the file can be fetched for some minutes, by anyone who has the address. */
  url: z.string(),
  preview_url: z.string().nullable(),
})
export type CardFile = z.infer<typeof CardFile>
