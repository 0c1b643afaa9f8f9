import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { Link, useLocation } from 'react-router'
import { studioOfPage } from '#lib/page/page-studio.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NotFoundText } from '#ui/not-found-text.tsx'
import { useTitle } from '#ui/page.tsx'
import { StudioMark } from '../public/studio-mark.tsx'
import { useBrand } from '../public/use-brand.ts'

/** Spec section 2: any other path, and any studio that does not exist. */
export function NotFound() {
  useTitle('Page not found - StudioHub')
  const { pathname } = useLocation()
  const studio = studioOfPage()
  const [first, second] = pathname.toLowerCase().split('/').slice(1)
  if (studio && studio.slug === (first === 's' ? second : first)) return <NotFoundAtStudio studio={studio} />
  return (
    <main className="grid min-h-dvh content-center">
      <NotFoundText>
        <Link to={paths.home}>Return to Home</Link>
      </NotFoundText>
    </main>
  )
}

/** An unknown page of a studio that exists: under the studio's bar, with links to its pages. */
function NotFoundAtStudio({ studio }: { studio: PublicStudio }) {
  useBrand(studio)
  return (
    <>
      <header className="border-b border-border">
        <a
          href={paths.publicPage(studio.slug)}
          className="mx-auto flex h-16 w-full max-w-6xl items-center gap-3 px-4 font-display font-semibold md:px-8"
        >
          <StudioMark studio={studio} />
          <span className="truncate">{studio.name}</span>
        </a>
      </header>
      <main className="grid min-h-[calc(100dvh-4.0625rem)] content-center">
        <NotFoundText
          links={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink look="quiet" className="max-md:min-h-11">
                <Link to={paths.book(studio.slug)} reloadDocument>
                  Book a session
                </Link>
              </ButtonLink>
              <ButtonLink look="quiet" className="max-md:min-h-11">
                <Link to={paths.clientBookings(studio.slug)}>Your sessions</Link>
              </ButtonLink>
            </div>
          }
        >
          <Link to={paths.home}>Return to Home</Link>
        </NotFoundText>
      </main>
    </>
  )
}
