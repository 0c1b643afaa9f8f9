/** How many clients a studio may invite at once, and within 24 hours. */
export const INVITED_AT_ONCE = 300

/** How many days an invitation is valid, and until the same address may be invited again. */
export const CLIENT_INVITATION_DAYS = 7
