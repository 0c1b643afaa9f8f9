import type { PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import { offerOfPage } from '#lib/page/page-studio.ts'

/** The public services of a studio, and its time zone if already known. */
export type Offer = Omit<PublicServices, 'next_cursor'> & { timezone: string | null }

/** Loads the API client on demand, as on the sign-in pages (decision 0014). */
export const loadAvailabilityApi = async () => (await import('#lib/server/api.ts')).client.availability

/** The offer from the page's data, else from the API. @param slug of an active studio */
export async function loadOffer(slug: string): Promise<Offer> {
  const pageOffer = offerOfPage(slug)
  if (pageOffer) return pageOffer
  const { next_cursor, ...offer } = await (await loadAvailabilityApi()).listPublicServices({ slug })
  return { timezone: null, ...offer }
}
