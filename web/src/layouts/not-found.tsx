import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useTitle } from '../ui/page.tsx'

/** Spec section 2: any other path, and any studio that does not exist. */
export function NotFound() {
  useTitle('Page not found - StudioHub')
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="text-2xl font-semibold text-link">404</p>
      <h1 className="text-xl font-semibold">Oops! Page not found</h1>
      <p className="max-w-sm text-muted-foreground">
        There is nothing at this address. It may have moved, or the link may be wrong.
      </p>
      <ButtonLink className="mt-2">
        <Link to={paths.home}>Return to Home</Link>
      </ButtonLink>
    </main>
  )
}
