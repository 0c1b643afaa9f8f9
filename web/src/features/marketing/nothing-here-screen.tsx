import { Link } from 'react-router'
import { loadWhole, withoutHydration } from '../../lib/page-handle.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

export const handle = withoutHydration
export const clientMiddleware = loadWhole

export const meta = () => [{ title: 'Page not found - StudioHub' }, { name: 'robots', content: 'noindex' }]

/** What the server answers, with 404, where there is nothing; inside the app it is `layouts/not-found.tsx`. */
export default function NothingHereScreen() {
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-6 text-center">
      <p className="text-2xl font-semibold text-link">404</p>
      <h1 className="text-xl font-semibold">Oops! Page not found</h1>
      <p className="max-w-sm text-muted-foreground">
        There is nothing at this address. It may have moved, or the link may be wrong.
      </p>
      <ButtonLink className="mt-2">
        <Link to={paths.home}>Return to Home</Link>
      </ButtonLink>
    </div>
  )
}
