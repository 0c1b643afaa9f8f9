import { z } from 'zod'
import { Id, prose } from '../../shared/text.ts'
import { cardAgents } from '../assistant/words.ts'
import { Phase, PhaseStep } from '../projects/schema.ts'
import {
  CARD_DESCRIPTION_MAX,
  CARD_TITLE_MAX,
  COMMENT_MAX,
  cardPriorities,
  cardStatuses,
  REQUIRED_FIELDS_MISSING,
} from './words.ts'

export const CardPriority = z.enum(cardPriorities)
export const CardStatus = z.enum(cardStatuses)
export const CardAgent = z.enum(cardAgents)

/** A card on the board. `position` only sorts the cards of a column. */
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
  /** Numbers of files and comments. */
  files: z.number().int(),
  comments: z.number().int(),
})
export type Card = z.infer<typeof Card>

/** A card with its phase history, with the names that the actor may see. */
export const CardWithHistory = Card.extend({
  phase_history: z.array(PhaseStep.extend({ moved_by_name: z.string().nullable() })),
})
export type CardWithHistory = z.infer<typeof CardWithHistory>

const cardFields = {
  title: prose(CARD_TITLE_MAX).pipe(
    z
      .string()
      .min(1, REQUIRED_FIELDS_MISSING)
      .regex(/^[^\n\r\t]*$/, 'Please write the title in one line'),
  ),
  description: prose(CARD_DESCRIPTION_MAX),
  priority: CardPriority,
  assigned_agent: CardAgent.nullable(),
}

/** The server sets phase, status, history and position of a new card (spec section 4). */
export const NewCard = z.strictObject({
  ...cardFields,
  project_id: z.uuid(REQUIRED_FIELDS_MISSING),
  description: cardFields.description.default(''),
  priority: cardFields.priority.default('medium'),
  assigned_agent: cardFields.assigned_agent.default(null),
})
export type NewCard = z.output<typeof NewCard>

export const CardChanges = z
  .strictObject({ ...cardFields, status: CardStatus, ai_assist: z.boolean() })
  .partial()
  .extend({ version: z.number().int().optional() })
export type CardChanges = z.output<typeof CardChanges>

/** Moves a card to a column, before one of its cards or to its end. */
export const CardMove = z.strictObject({
  phase: Phase,
  before_id: Id.nullable().optional(),
  /** The version that was read; an older one fails with STALE_VERSION. */
  version: z.number().int().optional(),
})
export type CardMove = z.output<typeof CardMove>

/** A person who can be mentioned on a card. */
export const CardPerson = z.object({ user_id: Id, full_name: z.string().nullable() })
export type CardPerson = z.infer<typeof CardPerson>

export const CardComment = z.object({
  id: Id,
  card_id: Id,
  author_id: Id.nullable(),
  author_name: z.string().nullable(),
  /** Mentions have the form `@[id]`. */
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
  /** A signed address. It works for some minutes, for anyone who has it. */
  url: z.string(),
  preview_url: z.string().nullable(),
})
export type CardFile = z.infer<typeof CardFile>
