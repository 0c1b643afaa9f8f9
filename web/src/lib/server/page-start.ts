let pageStart: number | null = null

/** Computes once, from the first response, when this page began to load. */
export function measurePageStart(response: Response) {
  pageStart ??= Date.parse(response.headers.get('date') ?? '') - performance.now()
}

/**
 * @returns when this page began to load, by the server's clock, in milliseconds. It is never later than the true time. NaN or
 * null if no response has said the time.
 */
export const getPageStart = () => pageStart
