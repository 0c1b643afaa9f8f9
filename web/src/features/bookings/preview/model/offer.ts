import type { PublicOffer } from '@studiohub/contract/features/availability/schema.ts'
import { offerOfPage } from '#lib/page/page-studio.ts'

/** What visitors may book, and by whose clocks where that is known already. */
export type Offer = Omit<PublicOffer, 'next_cursor'> & { timezone: string | null }

/** The page is painted without the API's client, as the sign-in pages are (decision 0014). */
export const publicCalls = async () => (await import('#lib/server/api.ts')).client.availability

/** As the page was sent with it, else asked for. @param slug of an active studio */
export async function offerOf(slug: string): Promise<Offer> {
  const written = offerOfPage(slug)
  if (written) return written
  const { next_cursor, ...offer } = await (await publicCalls()).listPublicServices({ slug })
  return { timezone: null, ...offer }
}
