import { z } from 'zod'
import { Email, Id, name } from '../../shared/text.ts'

export const NewInvitation = z.strictObject({
  full_name: name('Full name is required'),
  email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').pipe(Email),
  /** Whether the invited person will also work at the desk. */
  at_desk: z.boolean().optional(),
})
export type NewInvitation = z.infer<typeof NewInvitation>

/** An invitation as the studio sees it. It does not show whether the address has an account. */
export const Invitation = z.object({
  id: Id,
  studio_id: Id,
  full_name: z.string(),
  email: z.string(),
  role: z.literal('staff'),
  at_desk: z.boolean(),
  created_at: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  /** How often it may still be sent again today. */
  resends_left: z.number().int(),
})
export type Invitation = z.infer<typeof Invitation>

/** The data of an invitation that everyone with the emailed link can read. */
export const InvitationOffer = z.object({
  studio: z.object({ id: Id, name: z.string(), slug: z.string() }),
  /** Whether it offers a crew role, or asks a client to claim their record. */
  as: z.enum(['crew', 'client']),
  full_name: z.string(),
  email: z.string(),
  expires_at: z.string(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/** An open invitation for the signed-in person. */
export const OwnInvitation = z.object({
  id: Id,
  studio_id: Id,
  studio_name: z.string(),
  /** Null if their account was deleted. */
  inviter_name: z.string().nullable(),
  expires_at: z.string(),
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

/** The format of the secret in a link. */
export const InvitationToken = z.string().max(200)
