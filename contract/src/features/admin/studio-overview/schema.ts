import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { cardAccountStates } from '../../payments/words.ts'
import { paymentProviders } from '../../subscriptions/words.ts'
import { AttentionItem } from '../attention/schema.ts'
import { PlatformMessage, PlatformStudio } from '../schema.ts'

const Count = z.number().int()

/** An admin of a studio, with the address of their account. */
export const StudioOwner = z.object({
  user_id: Id,
  full_name: z.string().nullable(),
  email: z.string(),
  email_proven: z.boolean(),
})
export type StudioOwner = z.infer<typeof StudioOwner>

/** One studio as operators see it. It has figures and states, and nothing about its clients. */
export const StudioOverview = z.object({
  studio: PlatformStudio,
  /** Its admins; the first is called the owner. */
  owners: z.array(StudioOwner),
  plan: z.object({ provider: z.enum(paymentProviders), ends_at: z.string(), cancels: z.boolean() }).nullable(),
  sizes: z.object({
    rooms: Count,
    crew: Count,
    clients: Count,
    /** Client sessions of the last 30 days that were not cancelled. */
    recent_bookings: Count,
  }),
  domain: z
    .object({ name: z.string(), state: z.enum(['proven', 'missing', 'unproven']), since: z.string().nullable() })
    .nullable(),
  sender: z.object({ address: z.string(), is_proven: z.boolean() }).nullable(),
  cards: z.object({ state: z.enum(cardAccountStates), pays_out: z.boolean(), differences: Count }),
  /** The last change that a person made at the studio. */
  last_active_at: z.string().nullable(),
  /** Emails that failed, newest first; at most ten. */
  failed_emails: z.array(PlatformMessage),
  attention: z.array(AttentionItem),
})
export type StudioOverview = z.infer<typeof StudioOverview>
