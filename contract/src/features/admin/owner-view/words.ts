/** How long an operator can see a studio as its owner. The database enforces this limit. */
export const VIEW_MINUTES = 30
