/** For how many days an export can be downloaded. */
export const STUDIO_EXPORT_DAYS = 7

/** How many exports of a studio can be requested in 24 hours. */
export const STUDIO_EXPORTS_PER_DAY = 3

/** To request or download an export, a person must have signed in within this many hours. */
export const STUDIO_EXPORT_SIGN_IN_HOURS = 24

/** How long a link to an export works. It can be used again until then, to continue a download. */
export const STUDIO_EXPORT_LINK_MINUTES = 60

export const studioExportStates = ['waiting', 'ready', 'failed'] as const
