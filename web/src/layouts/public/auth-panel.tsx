import { PLANS_ATTRIBUTE, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { widePictureSources } from '#lib/page/picture-sources.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'
import smallRoom from '../../features/marketing/pictures/live-room-480.avif'
import largeRoom from '../../features/marketing/pictures/live-room-1120.avif'

export type PanelStudio = {
  name: string
  slug: string
  tagline: string | null
  background_image_url: string | null
  hero_image_url: string | null
}

// The texts are white, and a picture can be white too. So behind the texts the shade has at least 62% black.
const shadeClasses = 'bg-[linear-gradient(to_top,rgb(0_0_0/0.7),rgb(0_0_0/0.62)_70%,rgb(0_0_0/0.15))]'
const studioShadeClasses = 'lg:bg-[linear-gradient(to_top,rgb(0_0_0/0.7),rgb(0_0_0/0.62)_14rem,rgb(0_0_0/0.1)_26rem)]'
const productShadeClasses =
  'lg:bg-[linear-gradient(to_top,rgb(0_0_0/0.92),rgb(0_0_0/0.74)_30rem,rgb(0_0_0/0.15)_46rem)]'

/** A picture of the studio with its mark, name and tagline: the left part of an auth page, a band at the top on phones. */
export function AuthPanel({ studio, mark }: { studio: PanelStudio | null; mark: ReactNode }) {
  return (
    <header className="relative isolate flex h-48 overflow-hidden bg-[#111] text-[#fff] max-lg:[@media(max-height:30rem)]:h-28 lg:sticky lg:top-0 lg:h-dvh">
      {studio ? <StudioPicture studio={studio} /> : <ProductPicture />}
      <span className={cx('absolute inset-0 -z-10', shadeClasses, studio ? studioShadeClasses : productShadeClasses)} />
      <div className="mx-auto grid w-full max-w-md grid-cols-1 content-end justify-items-start gap-3 p-5 pb-9 lg:mx-0 lg:max-w-none lg:gap-6 lg:p-12">
        {studio ? <StudioWords studio={studio} mark={mark} /> : <ProductWords mark={mark} />}
      </div>
    </header>
  )
}

const pictureClasses = 'absolute inset-0 -z-20 size-full object-cover'

/**
 * The studio's background picture, else the large picture of its public page, else its main color. `data-when` names
 * a field of the studio: the server removes the other variants from the prerendered page.
 */
function StudioPicture({ studio }: { studio: PanelStudio }) {
  const { background_image_url: background, hero_image_url: hero } = studio
  const isWritten = studio.slug === placeholderStudio.slug
  return (
    <>
      {background && <img data-when="background_image_url" src={background} alt="" className={pictureClasses} />}
      {(isWritten || !background) && (
        <span data-when="no_background_image_url" className="contents">
          {hero && (
            <img
              data-when="hero_image_url"
              src={hero}
              srcSet={widePictureSources(hero)}
              sizes="(min-width: 64rem) 160vh, 100vw"
              alt=""
              className={pictureClasses}
            />
          )}
          {(isWritten || !hero) && (
            <span
              data-when="no_hero_image_url"
              className="absolute inset-0 -z-20 bg-[radial-gradient(120%_90%_at_15%_0%,color-mix(in_oklab,var(--c-primary)_70%,black),color-mix(in_oklab,var(--c-primary)_18%,black))]"
            />
          )}
        </span>
      )}
    </>
  )
}

// A phone on its side has no space for the tagline, and above 70% of the band the shade is too light for text.
function StudioWords({ studio, mark }: { studio: PanelStudio; mark: ReactNode }) {
  return (
    <>
      <a
        href={paths.publicPage(studio.slug)}
        aria-label={`Back to ${studio.name}`}
        className="flex max-w-full items-center gap-4 max-lg:min-h-11"
      >
        {mark}
        <span className="font-display text-lg font-semibold text-balance wrap-anywhere max-lg:truncate lg:text-xl">
          {studio.name}
        </span>
      </a>
      {studio.tagline && (
        <p data-when="tagline" className="text-sm [@media(max-height:30rem)]:hidden lg:text-lg">
          {studio.tagline}
        </p>
      )}
    </>
  )
}

// The pictures are landscape and cropped into a tall panel, so their width follows from its height.
function ProductPicture() {
  return (
    <img
      src={largeRoom}
      srcSet={`${smallRoom} 480w, ${largeRoom} 1120w`}
      sizes="(min-width: 64rem) 160vh, 100vw"
      alt=""
      className={pictureClasses}
    />
  )
}

const advantages = [
  'Clients book times that are really free',
  'No double bookings, ever',
  'Your logo, your colors, your domain',
]

// The server removes it if the platform has no plans.
const aboutPlans = { [PLANS_ATTRIBUTE]: '' }

function ProductWords({ mark }: { mark: ReactNode }) {
  return (
    <>
      <a href={paths.home} aria-label="Back to StudioHub" className="flex items-center gap-4 max-lg:min-h-11">
        {mark}
        <span className="font-display text-lg font-semibold">StudioHub</span>
      </a>
      <div className="grid gap-4 max-lg:hidden">
        <p className="font-display text-2xl font-semibold text-balance">
          <span className="block">Run the sessions. </span>
          <span className="block">The hub runs the studio.</span>
        </p>
        <ul className="grid gap-2">
          {advantages.map((advantage) => (
            <li key={advantage} className="flex items-center gap-2">
              <Check aria-hidden className="size-5 shrink-0" />
              {advantage}
            </li>
          ))}
        </ul>
        {arePlansOn() && (
          <p {...aboutPlans} className="font-semibold">
            Free for 14 days, no card needed.
          </p>
        )}
      </div>
    </>
  )
}
