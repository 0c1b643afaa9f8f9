import type { PublicOffer } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { SERVICES_ELEMENT, STUDIO_ELEMENT } from '@studiohub/contract/shared/stand-in.ts'

/** How long what the server wrote into the page is as good as an answer of the API. */
const FRESH_MS = 30_000

let written: PublicStudio | null | undefined

/** The studio whose page the server sent; null where it is nobody's. */
export function studioOfPage(): PublicStudio | null {
  if (written === undefined) written = dataIn(STUDIO_ELEMENT)
  return written ?? null
}

/** The studio on whose own domain this page is; null at the product's own address. */
export function studioOfDomain(): PublicStudio | null {
  const studio = studioOfPage()
  return studio && Reflect.get(studio, 'own_domain') === true ? studio : null
}

/** Whether this page is on a studio's own domain: a session that begins here is good for that studio only. */
export const isOnDomain = () => studioOfDomain() !== null

/** What can be booked at the studio of this slug and by which clocks, where the page says so. */
export const offerOfPage = (slug: string): (Omit<PublicOffer, 'next_cursor'> & { timezone: string }) | null =>
  studioOfPage()?.slug === slug ? dataIn(SERVICES_ELEMENT) : null

function dataIn(id: string) {
  const text = document.getElementById(id)?.textContent
  return text ? JSON.parse(text) : null
}

/** The same where it is the studio of this slug and the page has just been loaded. */
export function freshStudio(slug: string): PublicStudio | null {
  const studio = performance.now() < FRESH_MS ? studioOfPage() : null
  return studio?.slug === slug ? studio : null
}
