import type { PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { computeOnce } from '@studiohub/contract/shared/compute-once.ts'
import { SERVICES_ELEMENT, STUDIO_ELEMENT } from '@studiohub/contract/shared/placeholders.ts'

/** How long data that came with the page counts as fresh, like an API response. */
const FRESH_MS = 30_000

/** The studio that the server wrote into this page, or null. */
export const studioOfPage = computeOnce((): PublicStudio | null => readEmbeddedJson(STUDIO_ELEMENT))

/** The studio whose own domain this page is on; null on the platform's domain. */
export function studioOfDomain(): PublicStudio | null {
  const studio = studioOfPage()
  return studio && Reflect.get(studio, 'own_domain') === true ? studio : null
}

/** Whether this page is on a studio's own domain. A session that starts here works for that studio only. */
export const isOnDomain = () => studioOfDomain() !== null

/** The services and time zone of the studio with this slug, if the server wrote them into the page. */
export const offerOfPage = (slug: string): (Omit<PublicServices, 'next_cursor'> & { timezone: string }) | null =>
  studioOfPage()?.slug === slug ? readEmbeddedJson(SERVICES_ELEMENT) : null

function readEmbeddedJson(id: string) {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : null
}

/** The studio in the page, if it has this slug and the page has just loaded. */
export function freshStudioOfPage(slug: string): PublicStudio | null {
  const studio = performance.now() < FRESH_MS ? studioOfPage() : null
  return studio?.slug === slug ? studio : null
}
