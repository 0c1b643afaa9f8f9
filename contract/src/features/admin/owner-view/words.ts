/** How long an operator sees a studio as its owner; the database allows no longer view. */
export const VIEW_MINUTES = 30
