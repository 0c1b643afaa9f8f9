import { redirectDocument } from 'react-router'

/** What a route says of its page; the root reads it of every matched route. */
export type PageHandle = {
  /** Written at build time and left so: the page loads neither React nor the router. */
  hydrates?: false
  /** Dark or light as the reader's system asks; pages of the product itself are dark, a studio's are as it chose. */
  theme?: 'system'
}

/** A page that is text, links and the public pages' small script. */
export const withoutHydration: PageHandle = { hydrates: false }

/**
 * The client middleware of such a page: from inside the app it is reached by loading it, for its script and its theme.
 * Not a client loader, which the prerendering would wait for.
 */
export const loadWhole = [
  ({ request }: { request: Request }) => {
    throw redirectDocument(request.url)
  },
]

type Matches = readonly { handle: unknown }[]

const says = (matches: Matches, key: keyof PageHandle, value: unknown) =>
  matches.some(({ handle }) => typeof handle === 'object' && handle !== null && Reflect.get(handle, key) === value)

export const hydrates = (matches: Matches) => !says(matches, 'hydrates', false)
export const followsSystem = (matches: Matches) => says(matches, 'theme', 'system')
