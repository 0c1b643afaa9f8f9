import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { widePictureSources } from '@studiohub/contract/shared/images.ts'
import { placeholderService, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { type ReactNode, useEffect } from 'react'
import { type ClientLoaderFunctionArgs, Link, Outlet, useLoaderData } from 'react-router'
import { ServicesToBook } from '../features/bookings/preview/components/services-to-book.tsx'
import { loadOffer } from '../features/bookings/preview/model/offer.ts'
import { studioOfPublicPage } from '../guards.ts'
import { showAccountLinks } from '../lib/site/account-links.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LegalFooter } from './public/legal-footer.tsx'
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
  items: [],
  rooms: [],
  takes_bookings: false,
  contact_email: null,
  contact_phone: null,
}

/** The public booking pages of a studio, with its branding. */
export default function BookLayout() {
  const { studio, offer } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
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

/**
 * The prerendered list of services, into which the server writes a studio. Visitors' browsers get nothing else (decision
 * 0038). In the app it is the loading state.
 */
export function HydrateFallback() {
  const studio = usePrerenderedStudio()
  if (!studio) return <main />
  const isWritten = studio === placeholderStudio
  return (
    <Frame studio={studio} mark={<PrerenderedMark studio={studio} />}>
      {isWritten ? (
        <ServicesToBook studio={studio} offered={[placeholderService]} isOpen={null} contact={placeholderStudio} />
      ) : (
        <>
          <h1 className="text-xl font-semibold">Book a session at {studio.name}</h1>
          <Skeleton className="h-96" />
        </>
      )}
      {isWritten && <AppPrefetch page="slug-book-times" />}
    </Frame>
  )
}

type FrameProps = {
  studio: Pick<PublicStudio, 'name' | 'slug' | 'tagline' | 'hero_image_url'>
  mark: ReactNode
  children: ReactNode
  footer?: ReactNode
}

function Frame({ studio, mark, children, footer }: FrameProps) {
  useEffect(showAccountLinks, [])
  return (
    <div className="mx-auto grid w-full max-w-2xl content-start gap-8 px-4 pt-6 pb-40 md:pt-10">
      <header className="grid gap-4">
        <div className="flex items-center gap-3">
          {mark}
          <div className="grid min-w-0 grow">
            <p className="truncate font-display text-lg font-semibold">{studio.name}</p>
            {studio.tagline && (
              <p data-when="tagline" className="text-sm text-muted-foreground">
                {studio.tagline}
              </p>
            )}
          </div>
          <nav aria-label="Account">
            <span data-signed-out>
              <ButtonLink look="quiet" size="small">
                <Link to={paths.login({ namespace: studio.slug })}>Sign in</Link>
              </ButtonLink>
            </span>
            <span data-signed-in hidden>
              <ButtonLink look="quiet" size="small">
                <a href={paths.callback({ namespace: studio.slug })}>My page</a>
              </ButtonLink>
            </span>
          </nav>
        </div>
        {studio.hero_image_url && (
          <img
            data-when="hero_image_url"
            src={studio.hero_image_url}
            srcSet={widePictureSources(studio.hero_image_url)}
            sizes="(min-width: 42rem) 40rem, 100vw"
            width={1600}
            height={533}
            fetchPriority="high"
            alt=""
            className="aspect-[3/1] w-full rounded-md object-cover"
          />
        )}
      </header>
      <main className="grid gap-6">{children}</main>
      {footer}
    </div>
  )
}
