/** How long an invitation may be accepted, from when it was last sent. */
export const INVITATION_DAYS = 7

/** How often it may be sent again within a day. */
export const RESENDS_A_DAY = 3

/** How many people a studio may invite within a day (safety T63). */
export const INVITATIONS_A_DAY = 20
