/** How long a visitor holds a time. */
export const VISITOR_HOLD_MINUTES = 15
/** How long the emailed link is valid. After the hold has ended, the link still books the time if it is free. */
export const VISITOR_LINK_MINUTES = 60

/** What happens when a person without an account books. */
export const visitorPromise = `We hold the time for ${VISITOR_HOLD_MINUTES} minutes and email you a link to confirm it.`
