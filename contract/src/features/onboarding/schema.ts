import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { Currency, TimeZone } from '../../shared/time.ts'
import { StudioType } from '../studios/schema.ts'
import { tiers } from '../subscriptions/words.ts'

export const selfAssignableRoles = ['client', 'partner', 'studio_admin'] as const

/** What a founder reads who chose no plan. */
export const CHOOSE_PLAN = 'Please choose a subscription plan'

const fillIn = 'Please fill in the studio name and type'

/**
 * Choosing one's role (spec sections 2 and 5). One shape for each role and nothing beside it: a founder names no
 * studio id, so nobody can become the admin of a studio that exists. The roles that others give are no choice.
 */
export const Onboarding = z.discriminatedUnion(
  'role',
  [
    z.strictObject({
      role: z.literal('studio_admin'),
      studio_name: name(fillIn),
      studio_type: StudioType.or(z.literal(''))
        .refine((type) => type !== '', fillIn)
        .pipe(StudioType),
      /** Left out where the platform has no plans (`PLANS=off`); required everywhere else. */
      tier: z.enum(tiers, { error: CHOOSE_PLAN }).optional(),
      timezone: TimeZone.optional(),
      currency: Currency.optional(),
    }),
    z.strictObject({ role: z.literal('client'), studio_id: z.uuid('Please choose a studio to continue') }),
    z.strictObject({ role: z.literal('partner') }),
    // Understood, so that asking for it is refused as what it is and leaves a trace (safety T02, T03).
    z.looseObject({ role: z.enum(['super_admin', 'staff']) }),
  ],
  { error: 'Select a role' },
)
export type Onboarding = z.infer<typeof Onboarding>

/** What came of it: an active role, or a request that the studio answers. */
export const OnboardingResult = z.object({
  role: z.enum(selfAssignableRoles),
  status: z.enum(['active', 'pending']),
  studio_id: Id.nullable(),
  studio_slug: z.string().nullable(),
})
export type OnboardingResult = z.infer<typeof OnboardingResult>
