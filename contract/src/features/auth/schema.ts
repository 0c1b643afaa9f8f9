/** The longest password, in characters; the shortest is the operator's setting (spec section 5: at least six). */
export const PASSWORD_MAX = 128
