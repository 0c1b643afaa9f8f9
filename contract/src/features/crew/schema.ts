import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { agentKeys } from '../assistant/words.ts'

/** A member of a studio's crew. */
export const CrewMember = z.object({
  role_id: Id,
  user_id: Id,
  full_name: z.string().nullable(),
  /** Null for crew: only admins see phone numbers. */
  phone: z.string().nullable(),
  /** Whether they also work at the desk. */
  at_desk: z.boolean(),
  created_at: z.string(),
})
export type CrewMember = z.infer<typeof CrewMember>

/** An admin of a studio. */
export const StudioAdmin = CrewMember.pick({ role_id: true, user_id: true, full_name: true, created_at: true })
export type StudioAdmin = z.infer<typeof StudioAdmin>

export const AgentKey = z.enum(agentKeys)

/** An assistant of the catalog, and whether the studio has switched it on. */
export const StudioAgent = z.object({
  key: AgentKey,
  name: z.string(),
  role: z.string(),
  avatar_url: z.string().nullable(),
  is_active: z.boolean(),
})
export type StudioAgent = z.infer<typeof StudioAgent>
