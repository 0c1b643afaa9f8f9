import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'

/**
 * The legal texts that exist. It does not use the API client, which sign-in pages do not load.
 * @param slug the studio; null: the platform
 * @throws if the server cannot be reached
 */
export async function fetchLegalKinds(slug: string | null, signal: AbortSignal): Promise<PublicLegalTexts['kinds']> {
  const query = slug === null ? '' : `?slug=${encodeURIComponent(slug)}`
  const response = await fetch(`/api/v1/public/legal-texts${query}`, { signal })
  if (!response.ok) return []
  const { kinds }: PublicLegalTexts = await response.json()
  return kinds
}
