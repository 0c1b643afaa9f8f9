/** The lowest value that an operator can set for the shortest password, in characters (spec section 5). */
export const PASSWORD_MIN = 6
/** The longest password, in characters. */
export const PASSWORD_MAX = 128
