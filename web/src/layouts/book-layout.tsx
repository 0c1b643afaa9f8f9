import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { formatsOfCountry, plainFormats, setReaderFormats } from '@studiohub/contract/shared/formats.ts'
import { placeholderService, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, Link, Outlet, useLoaderData, useParams } from 'react-router'
import { CONTENT, SkipLink } from '#ui/skip-link.tsx'
import { ListPage } from '../features/bookings/preview/components/list-page.tsx'
import { ServicesToBook } from '../features/bookings/preview/components/services-to-book.tsx'
import { getPlaceholderFacts } from '../features/bookings/preview/components/studio-facts.tsx'
import { TimesSkeleton } from '../features/bookings/preview/components/times-skeleton.tsx'
import { loadOffer } from '../features/bookings/preview/model/offer.ts'
import { studioOfPublicPage } from '../guards.ts'
import { applyReaderFormats } from '../lib/page/reader-formats.ts'
import { showAccountLinks } from '../lib/site/account-links.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { LegalFooter } from './public/legal-footer.tsx'
import { LegalLinks } from './public/legal-links.tsx'
import { PrerenderedMark, usePrerenderedStudio } from './public/prerendered-studio.tsx'
import { StudioMark } from './public/studio-mark.tsx'
import type { BookPageContext } from './public/use-book-page.ts'
import { useBrand } from './public/use-brand.ts'
import { AppPrefetch } from './shell/app-prefetch.tsx'

// Loaded after the page itself, because sign-in and booking pages load as little script as they can.

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { studio } = await studioOfPublicPage(args)
  return { studio, offer: studio.is_active ? await loadOffer(studio.slug) : noOffer }
}

const noOffer = {
  timezone: null,
  country: null,
  location: null,
  contact_email: null,
  contact_phone: null,
  takes_bookings: false,
  takes_visitors: false,
  cancel_rule: '',
  items: [],
  rooms: [],
  hours: [],
}

/** The public booking pages of a studio, with its branding. */
export default function BookLayout() {
  const { studio, offer } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
  useFormatsOf(offer.country)
  return (
    <Frame
      studio={studio}
      mark={<StudioMark studio={studio} large />}
      footer={<LegalFooter slug={studio.slug} className="pt-6" />}
    >
      <Outlet context={{ studio, offer } satisfies BookPageContext} />
    </Frame>
  )
}

const toFormats = (country: string | null) => (country ? formatsOfCountry(country) : plainFormats)

/** Writes dates, times and amounts as the studio's country does, like the pages that the server fills, until one leaves. */
function useFormatsOf(country: string | null) {
  // Before the first rendering, because everything on the page reads it.
  useState(() => setReaderFormats(toFormats(country)))
  useEffect(() => {
    setReaderFormats(toFormats(country))
    return () => applyReaderFormats()
  }, [country])
}

/**
 * The prerendered list of services, into which the server writes a studio. Visitors' browsers get nothing else (decision
 * 0038). In the app it is the loading state.
 */
export function HydrateFallback() {
  const studio = usePrerenderedStudio()
  if (!studio) return <main />
  // False in a browser, so that its script does not contain the parts of this page.
  const isWritten = import.meta.env.SSR && studio === placeholderStudio
  return (
    <Frame
      studio={studio}
      mark={<PrerenderedMark studio={studio} />}
      footer={
        isWritten && (
          <footer className="flex flex-wrap justify-center gap-x-5 pt-6 text-xs text-muted-foreground">
            <LegalLinks studio={studio.slug} />
          </footer>
        )
      }
    >
      {isWritten ? (
        <ListPage studio={placeholderStudio} facts={getPlaceholderFacts()}>
          <ServicesToBook studio={studio} offered={[placeholderService]} isOpen={null} contact={placeholderStudio} />
          <AppPrefetch page="slug-book-times" />
        </ListPage>
      ) : (
        <>
          <h1 className="text-lg font-semibold md:text-xl">Choose a time</h1>
          <TimesSkeleton />
        </>
      )}
    </Frame>
  )
}

type FrameProps = {
  studio: Pick<PublicStudio, 'name' | 'slug' | 'tagline'>
  mark: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** The studio's bar and the page. */
function Frame({ studio, mark, children, footer }: FrameProps) {
  useEffect(showAccountLinks, [])
  const isList = useParams()['service'] === undefined
  return (
    <div
      className={cx(
        'mx-auto grid w-full max-w-[68rem] grid-cols-1 content-start gap-4 px-4 pt-4 md:gap-8 md:pt-8',
        // The bar with the chosen time covers the end of the page.
        isList ? 'pb-12' : 'pb-40',
      )}
    >
      <SkipLink />
      <header className="flex items-center gap-3">
        <a
          href={paths.publicPage(studio.slug)}
          aria-label={`Back to ${studio.name}`}
          className="flex min-w-0 grow items-center gap-3"
        >
          {mark}
          <span className="grid min-w-0 grid-cols-1">
            <span className="truncate font-display text-lg font-semibold">{studio.name}</span>
            {studio.tagline && (
              <span data-when="tagline" className="text-sm text-muted-foreground">
                {studio.tagline}
              </span>
            )}
          </span>
        </a>
        <nav aria-label="Account" className="-mr-3">
          <span data-signed-out>
            <ButtonLink look="quiet" size="small" className="max-md:min-h-11">
              <Link to={paths.login({ namespace: studio.slug })}>Sign in</Link>
            </ButtonLink>
          </span>
          <span data-signed-in hidden>
            <ButtonLink look="quiet" size="small" className="max-md:min-h-11">
              <a href={paths.callback({ namespace: studio.slug })}>My page</a>
            </ButtonLink>
          </span>
        </nav>
      </header>
      {isList ? (
        children
      ) : (
        <main id={CONTENT} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
          {children}
        </main>
      )}
      {footer}
    </div>
  )
}
