import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { agentKeys } from '../assistant/words.ts'

/** Somebody of a studio's crew. */
export const CrewMember = z.object({
  role_id: Id,
  user_id: Id,
  full_name: z.string().nullable(),
  /** Null also where the asker is crew themselves. */
  phone: z.string().nullable(),
  /** Whether they work at the desk too. */
  at_desk: z.boolean(),
  created_at: z.string(),
})
export type CrewMember = z.infer<typeof CrewMember>

/** An admin of a studio. */
export const StudioAdmin = CrewMember.pick({ role_id: true, user_id: true, full_name: true, created_at: true })
export type StudioAdmin = z.infer<typeof StudioAdmin>

export const AgentKey = z.enum(agentKeys)

/** One of the catalogue's assistants, and whether the studio has it. */
export const StudioAgent = z.object({
  key: AgentKey,
  name: z.string(),
  role: z.string(),
  avatar_url: z.string().nullable(),
  is_active: z.boolean(),
})
export type StudioAgent = z.infer<typeof StudioAgent>
