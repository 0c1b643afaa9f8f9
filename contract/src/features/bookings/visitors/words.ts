/** How long a visitor holds a time. */
export const VISITOR_HOLD_MINUTES = 15
/** How long the emailed link is valid. After the end of the hold it still books, if the time is free. */
export const VISITOR_LINK_MINUTES = 60
