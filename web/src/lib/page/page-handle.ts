import { redirectDocument } from 'react-router'

/** What a route says of its page; the root reads it of every matched route. */
export type PageHandle = {
  /** Written at build time and left so: the page loads neither React nor the router. */
  hydrates?: false
  /** The address of the page's script, where it is not that of all others. */
  script?: string
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

const said = (matches: Matches, name: keyof PageHandle): unknown =>
  matches
    .map(({ handle }) => (typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : undefined))
    .find((value) => value !== undefined)

/** Whether none of the matched routes says that its page is left as it was written. */
export const hydrates = (matches: Matches) => said(matches, 'hydrates') !== false

/** The script that one of the matched routes names for its page, or null. */
export function scriptOf(matches: Matches): string | null {
  const script = said(matches, 'script')
  return typeof script === 'string' ? script : null
}
