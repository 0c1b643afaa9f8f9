import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { Country, Currency, TimeZone } from '../../shared/time.ts'
import { defaultServices, FirstPrice, SERVICES_MAX } from '../resources/services/schema.ts'
import { StudioType } from '../studios/schema.ts'
import { tiers } from '../subscriptions/words.ts'

export const selfAssignableRoles = ['client', 'partner', 'studio_admin'] as const

/** The error message if a new studio has no plan. */
export const CHOOSE_PLAN = 'Please choose a subscription plan'

const studioFieldsError = 'Please fill in the studio name and type'

/**
 * The first choice of a role (spec sections 2 and 5). Each role has its own strict shape: `studio_admin` has no studio id,
 * so this call cannot make a person the admin of an existing studio.
 */
export const Onboarding = z.discriminatedUnion(
  'role',
  [
    z
      .strictObject({
        role: z.literal('studio_admin'),
        studio_name: name(studioFieldsError),
        studio_type: StudioType.or(z.literal(''))
          .refine((type) => type !== '', studioFieldsError)
          .pipe(StudioType),
        /** Required unless the platform has no plans (`PLANS=off`). */
        tier: z.enum(tiers, { error: CHOOSE_PLAN }).optional(),
        timezone: TimeZone.optional(),
        currency: Currency.optional(),
        /** The country; by default that of the time zone. */
        country: Country.optional(),
        /** Prices of the services that a new studio of this type has; omitted: on request. */
        prices: z.array(FirstPrice).max(SERVICES_MAX).optional(),
      })
      .superRefine(({ studio_type, prices = [] }, context) => {
        // Zod also calls this for a type that it has rejected.
        if (!StudioType.safeParse(studio_type).success) return
        const keys = defaultServices(studio_type).map(({ key }) => key)
        prices.forEach(({ key }, index) => {
          const message = keys.includes(key) ? 'A service is listed twice' : 'There is no such service.'
          const isTwice = prices.findIndex((price) => price.key === key) < index
          if (!keys.includes(key) || isTwice)
            context.addIssue({ code: 'custom', message, path: ['prices', index, 'key'] })
        })
      }),
    z.strictObject({ role: z.literal('client'), studio_id: z.uuid('Please choose a studio to continue') }),
    z.strictObject({ role: z.literal('partner') }),
    // These fields are parsed only so that an attempt to send them fails with its own error code and is logged.
    z.looseObject({ role: z.enum(['super_admin', 'staff']) }),
  ],
  { error: 'Select a role' },
)
export type Onboarding = z.infer<typeof Onboarding>

/** The result: an active role, or a request that the studio answers. */
export const OnboardingResult = z.object({
  role: z.enum(selfAssignableRoles),
  status: z.enum(['active', 'pending']),
  studio_id: Id.nullable(),
  studio_slug: z.string().nullable(),
})
export type OnboardingResult = z.infer<typeof OnboardingResult>
