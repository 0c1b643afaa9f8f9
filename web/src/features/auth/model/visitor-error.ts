const detailsOf = (error: unknown): { free_starts?: unknown; price_minor?: unknown; currency?: unknown } => {
  const { details }: { details?: unknown } = error instanceof Error && 'data' in error ? Object(error.data) : {}
  return Object(details)
}

/** The free starts of the same day that a refusal names. */
export function readFreeStarts(error: unknown): string[] {
  const { free_starts } = detailsOf(error)
  return Array.isArray(free_starts) ? free_starts.filter((start) => typeof start === 'string') : []
}

/** The new price that a refusal names; null if it names none. */
export function readNewPrice(error: unknown): { price_minor: number | null; currency: string | null } | null {
  const { price_minor, currency } = detailsOf(error)
  const isPrice = price_minor === null || typeof price_minor === 'number'
  return isPrice ? { price_minor, currency: typeof currency === 'string' ? currency : null } : null
}
