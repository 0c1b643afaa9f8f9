import type { Onboarding } from '@studiohub/contract/features/onboarding/schema.ts'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import { arePlansOn } from '#lib/page/plans.ts'

/** What the screen holds; which of it is sent depends on the role. */
export type OnboardingFields = {
  role: '' | Onboarding['role']
  studio_name: string
  studio_type: string
  tier: string
  studio_id: string
}

export const emptyOnboarding: OnboardingFields = { role: '', studio_name: '', studio_type: '', tier: '', studio_id: '' }

export type OnboardingForm = UseFormReturn<OnboardingFields>

/** The browser's zone and, from its region, a currency: the studio's first settings, which its admin can change. */
export type Region = { timezone: string; currency: string }

/** The body for the chosen role and nothing beside it: a founder names no studio, a client no plan. */
export function bodyFor({ role, studio_name, studio_type, tier, studio_id }: OnboardingFields, place: Region) {
  if (role === 'studio_admin') return { role, studio_name, studio_type, ...(arePlansOn() && { tier }), ...place }
  return role === 'client' ? { role, studio_id } : { role }
}

const isField = (name: unknown): name is keyof OnboardingFields => typeof name === 'string' && name in emptyOnboarding

/** The contract's schema, fetched when there is something to check: the screen itself stands without it. */
export const loadSchema = async () => (await import('@studiohub/contract/features/onboarding/schema.ts')).Onboarding

/** Checks the body with the contract's schema; its messages belong to the fields of the same names. */
export const resolverFor =
  (place: Region): Resolver<OnboardingFields> =>
  async (fields) => {
    const checked = (await loadSchema()).safeParse(bodyFor(fields, place))
    if (checked.success) return { values: fields, errors: {} }
    const errors: FieldErrors<OnboardingFields> = {}
    for (const { path, code, message } of checked.error.issues) {
      const [name] = path
      if (isField(name)) errors[name] ??= { type: code, message }
    }
    return { values: {}, errors }
  }
