import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { NothingHere } from '#ui/nothing-here.tsx'
import { useTitle } from '#ui/page.tsx'

/** Spec section 2: any other path, and any studio that does not exist. */
export function NotFound() {
  useTitle('Page not found - StudioHub')
  return (
    <main className="grid min-h-dvh place-content-center">
      <NothingHere>
        <Link to={paths.home}>Return to Home</Link>
      </NothingHere>
    </main>
  )
}
