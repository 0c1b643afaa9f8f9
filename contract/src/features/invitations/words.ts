/** An invitation expires this many days after it was last sent. */
export const INVITATION_DAYS = 7

/** An invitation may be sent again this many times a day. */
export const RESENDS_PER_DAY = 3

/** A studio may send this many invitations a day. */
export const INVITATIONS_PER_DAY = 20
