/** The steps that a studio's public page needs, in the order of the list. */
export const setupSteps = ['services', 'hours', 'pictures', 'branding', 'shared'] as const
export type SetupStep = (typeof setupSteps)[number]
