/** Anything with a version that grows with every change. Other clients' bookings have none. */
type Versioned = { version?: number }

/**
 * Whether the cache has a newer version than a response. A slow response can arrive after a change by another person is on the
 * screen.
 */
export const isNewer = (cached: Versioned | undefined, response: Versioned) =>
  cached?.version !== undefined && response.version !== undefined && cached.version > response.version
