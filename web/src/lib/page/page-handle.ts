import { redirectDocument } from 'react-router'

/** Fixed settings of a route, which the root layout reads from all matched routes. */
export type PageHandle = {
  /** `false`: the page is static HTML, and loads neither React nor the router. */
  hydrates?: false
  /** The URL of the page's own script, if it does not use the shared one. */
  script?: string
}

/** A static page: text, links and the small script of the public pages. */
export const staticPage: PageHandle = { hydrates: false }

/**
 * Client middleware of a static page: a navigation to it inside the app loads the document, because the page needs its own
 * script. A client loader would not work, because prerendering waits for loaders.
 */
export const loadDocument = [
  ({ request }: { request: Request }) => {
    throw redirectDocument(request.url)
  },
]

type Matches = readonly { handle: unknown }[]

const handleValue = (matches: Matches, name: keyof PageHandle): unknown =>
  matches
    .map(({ handle }) => (typeof handle === 'object' && handle !== null ? Reflect.get(handle, name) : undefined))
    .find((value) => value !== undefined)

/** Whether the page hydrates: true unless a matched route opts out. */
export const shouldHydrate = (matches: Matches) => handleValue(matches, 'hydrates') !== false

/** URL of the script that a matched route names, or null. */
export function getPageScript(matches: Matches): string | null {
  const script = handleValue(matches, 'script')
  return typeof script === 'string' ? script : null
}
