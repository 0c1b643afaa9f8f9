export const MANDATE_MAX = 2_000

/**
 * The outcome of charging a fee: nothing was open, the card was charged, it is charged when the provider answers (`waiting`), or a
 * link to pay was emailed, because the bank declined (`declined`) or there is no card (`link_sent`).
 */
export const feeOutcomes = ['settled', 'charged', 'waiting', 'declined', 'link_sent'] as const
