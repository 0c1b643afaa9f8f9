import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { NotFoundText } from '#ui/not-found-text.tsx'
import { useTitle } from '#ui/page.tsx'

/** Spec section 2: any other path, and any studio that does not exist. */
export function NotFound() {
  useTitle('Page not found - StudioHub')
  return (
    <main className="grid min-h-dvh place-content-center">
      <NotFoundText>
        <Link to={paths.home}>Return to Home</Link>
      </NotFoundText>
    </main>
  )
}
