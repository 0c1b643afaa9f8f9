import { z } from 'zod'
import { Role } from '../../shared/role.ts'
import { Id } from '../../shared/text.ts'
import { ClientSummary } from '../clients/schema.ts'

/** A person's own pending request, with the studio's name for the waiting page. */
export const PendingRole = z.object({
  id: Id,
  role: Role,
  studio_id: Id.nullable(),
  studio_name: z.string().nullable(),
  requested_at: z.string(),
})
export type PendingRole = z.infer<typeof PendingRole>

/** A role request as the studio sees it. */
export const RoleRequest = PendingRole.extend({
  user_id: Id,
  full_name: z.string().nullable(),
  /** The person's address if they request to become crew; null for clients. */
  email: z.string().nullable(),
  /** Whether they have confirmed that address. Only then can they become crew. Null for clients. */
  email_confirmed: z.boolean().nullable(),
})
export type RoleRequest = z.infer<typeof RoleRequest>

/** A client of a studio, as its admins and crew see them. */
export const StudioClient = z.object({
  /** The client record; other calls name it as `client_id`. */
  id: Id,
  /** The membership and the account; null if the client has none. */
  role_id: Id.nullable(),
  user_id: Id.nullable(),
  full_name: z.string().nullable(),
  /** Contacts are null and tags are empty if the caller may not see them. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  tags: z.array(z.string()),
  /** Since when the client's address bounces; null if it works, or if the caller may not know. */
  email_bounced_at: z.string().nullable(),
  created_at: z.string(),
  /** Null if the actor may not see it. */
  summary: ClientSummary.nullable(),
})
export type StudioClient = z.infer<typeof StudioClient>

/** A request to become crew, or a client of a studio that approves its clients. `canRequestRole` rejects other roles. */
export const NewRoleRequest = z.strictObject({ studio_id: Id, role: Role })
