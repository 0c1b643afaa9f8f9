import { redirectDocument } from 'react-router'

/** What a route says of its page; the root reads it of every matched route. */
export type PageHandle = {
  /** Written at build time and left so: the page loads neither React nor the router. */
  hydrates?: false
}

/** A page that is text, links and the public pages' small script. */
export const withoutHydration: PageHandle = { hydrates: false }

/**
 * The client middleware of such a page: from inside the app it is reached by loading it, for its script.
 * Not a client loader, which the prerendering would wait for.
 */
export const loadWhole = [
  ({ request }: { request: Request }) => {
    throw redirectDocument(request.url)
  },
]

type Matches = readonly { handle: unknown }[]

/** Whether none of the matched routes says that its page is left as it was written. */
export const hydrates = (matches: Matches) =>
  !matches.some(
    ({ handle }) => typeof handle === 'object' && handle !== null && Reflect.get(handle, 'hydrates') === false,
  )
