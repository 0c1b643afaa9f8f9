import type { Onboarding } from '@studiohub/contract/features/onboarding/schema.ts'
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form'
import { arePlansOn } from '#lib/page/plans.ts'

/** The form's fields; which of them are sent depends on the role. */
export type OnboardingFields = {
  role: '' | Onboarding['role']
  studio_name: string
  studio_type: string
  tier: string
  studio_id: string
}

export const emptyOnboarding: OnboardingFields = { role: '', studio_name: '', studio_type: '', tier: '', studio_id: '' }

export type OnboardingForm = UseFormReturn<OnboardingFields>

/** The browser's time zone and a currency for its region: initial settings of the studio. */
export type Region = { timezone: string; currency: string }

/** The request for the chosen role, without the fields of other roles. */
export function bodyFor({ role, studio_name, studio_type, tier, studio_id }: OnboardingFields, place: Region) {
  if (role === 'studio_admin') return { role, studio_name, studio_type, ...(arePlansOn() && { tier }), ...place }
  return role === 'client' ? { role, studio_id } : { role }
}

const isField = (name: unknown): name is keyof OnboardingFields => typeof name === 'string' && name in emptyOnboarding

/** The contract's schema, loaded when the form is submitted. */
export const loadSchema = async () => (await import('@studiohub/contract/features/onboarding/schema.ts')).Onboarding

/** Validates the request with the contract's schema; its errors map to the fields of the same names. */
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
