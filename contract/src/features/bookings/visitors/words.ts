/** How long a visitor holds a time. */
export const VISITOR_HOLD_MINUTES = 15
/** How long the emailed link is valid. After the hold it books if the time is still free. */
export const VISITOR_LINK_MINUTES = 60
