/** The default minimum length of a password, in characters (spec section 5). An operator can raise it, not lower it. */
export const PASSWORD_MIN = 6
/** The longest password, in characters. */
export const PASSWORD_MAX = 128
