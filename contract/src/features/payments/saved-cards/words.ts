export const MANDATE_MAX = 2_000

/**
 * The results of charging a fee: nothing was open, the card was charged, the provider has not answered yet (`waiting`), or a
 * payment link was emailed because the bank declined (`declined`), or there is no card or the amount is too small for one
 * (`link_sent`).
 */
export const feeOutcomes = ['settled', 'charged', 'waiting', 'declined', 'link_sent'] as const
