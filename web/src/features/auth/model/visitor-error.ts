import type { OpenTerms } from '@studiohub/contract/features/terms/schema.ts'

type Details = { free_starts?: unknown; price_minor?: unknown; currency?: unknown; terms?: unknown }

const readDetails = (error: unknown): Details => {
  const { details }: { details?: unknown } = error instanceof Error && 'data' in error ? Object(error.data) : {}
  return Object(details)
}

/** The free starts of the same day in an error. */
export function readFreeStarts(error: unknown): string[] {
  const { free_starts } = readDetails(error)
  return Array.isArray(free_starts) ? free_starts.filter((start) => typeof start === 'string') : []
}

/** The new price in an error; null if it has none. */
export function readNewPrice(error: unknown): { price_minor: number | null; currency: string | null } | null {
  const { price_minor, currency } = readDetails(error)
  const isPrice = price_minor === null || typeof price_minor === 'number'
  return isPrice ? { price_minor, currency: typeof currency === 'string' ? currency : null } : null
}

/** The new terms in an error; null if it has none. */
export function readNewTerms(error: unknown): OpenTerms | null {
  const { id, number, text, published_at, needs_signature }: Partial<Record<keyof OpenTerms, unknown>> = Object(
    readDetails(error).terms,
  )
  const isTerms = typeof id === 'string' && typeof text === 'string' && typeof published_at === 'string'
  return isTerms ? { id, number: Number(number), text, published_at, needs_signature: needs_signature === true } : null
}
