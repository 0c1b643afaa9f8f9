import { Link } from 'react-router'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { NotFoundText } from '#ui/not-found-text.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

export const meta = () => [{ title: 'Page not found - StudioHub' }, { name: 'robots', content: 'noindex' }]

/** The 404 page that the server sends. The app itself shows `layouts/failures/not-found.tsx`. */
export default function NothingHereScreen() {
  return (
    <NotFoundText
      links={
        <p data-when="is_studio_link" className="text-sm text-balance text-muted-foreground">
          We could not find this studio. If it sent you this link, ask for a new one.
        </p>
      }
    >
      <Link to={paths.home}>Return to Home</Link>
    </NotFoundText>
  )
}
