/** What a studio sets up for its public page, in the order of the list. */
export const setupSteps = ['services', 'hours', 'pictures', 'branding', 'shared'] as const
export type SetupStep = (typeof setupSteps)[number]
