import { pickErrors, route } from '../../route.ts'
import { Onboarding, OnboardingResult } from './schema.ts'

export const onboarding = {
  /** Gives a person without a role the role that they chose. Works only once. */
  create: route
    .route({ method: 'POST', path: '/me/onboarding', successStatus: 201 })
    .input(Onboarding)
    .output(OnboardingResult)
    .errors(
      pickErrors(
        'ROLE_EXISTS',
        'ROLE_NOT_SELF_ASSIGNABLE',
        'STUDIO_NOT_AVAILABLE',
        'PLAN_NOT_SELECTABLE',
        'REQUEST_EXISTS',
      ),
    ),
}
