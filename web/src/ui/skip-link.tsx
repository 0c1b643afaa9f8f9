/** The id of the content of a public page. */
export const CONTENT = 'content'

/** The first link of a public page, visible while it has the focus. */
export const SkipLink = () => (
  <a
    href={`#${CONTENT}`}
    className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-primary focus:px-4 focus:py-2 focus:text-on-primary"
  >
    Skip to content
  </a>
)
