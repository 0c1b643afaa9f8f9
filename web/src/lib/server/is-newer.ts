/** Anything with a version that grows with every change. Other clients' bookings have none. */
type Versioned = { version?: number }

/**
 * Whether the cache has a later version than a response. The response of a change can be slow, or wait for a refetch, while a
 * later change by somebody else is already shown.
 */
export const isNewer = (cached: Versioned | undefined, response: Versioned) =>
  cached?.version !== undefined && response.version !== undefined && cached.version > response.version
