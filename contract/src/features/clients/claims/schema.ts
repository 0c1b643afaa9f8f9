import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { INVITED_AT_ONCE } from './words.ts'

/** A record that may belong to the caller: it has their proven email address. */
export const ClaimOffer = z.object({
  client_id: Id,
  studio_id: Id,
  studio_name: z.string(),
  first_name: z.string(),
})
export type ClaimOffer = z.infer<typeof ClaimOffer>

/** The caller's open claim. It reveals nothing of the record except the times of future sessions. */
export const OwnClaim = z.object({
  studio_id: Id,
  studio_name: z.string(),
  timezone: z.string(),
  created_at: z.string(),
  sessions: z.array(z.object({ starts_at: z.string(), ends_at: z.string() })),
})
export type OwnClaim = z.infer<typeof OwnClaim>

export const ClaimAnswer = z.strictObject({ client_id: Id, is_me: z.boolean({ error: 'Please answer yes or no' }) })

/** `open`: waits for the studio's answer. */
export const ClaimResult = z.object({ state: z.enum(['open', 'accepted', 'refused']) })
export type ClaimResult = z.infer<typeof ClaimResult>

/** A claim as the studio sees it. `name` and `email` are those of the account. */
export const Claim = z.object({
  id: Id,
  client_id: Id,
  client_name: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  created_at: z.string(),
})
export type Claim = z.infer<typeof Claim>

/** The clients to invite: some, or all of an import. */
export const InviteClients = z
  .strictObject({
    client_ids: z
      .array(Id)
      .min(1, 'Please choose a client')
      .max(INVITED_AT_ONCE, `Please invite at most ${INVITED_AT_ONCE} clients at once`)
      .optional(),
    import_id: Id.optional(),
  })
  .refine(({ client_ids, import_id }) => (client_ids === undefined) !== (import_id === undefined), {
    path: ['client_ids'],
    message: 'Please choose clients, or an import',
  })

/** `skipped`: without an address, with an account, invited in the last seven days, or beyond the limit of the day. */
export const InviteResult = z.object({ invited: z.number().int(), skipped: z.number().int() })
export type InviteResult = z.infer<typeof InviteResult>
