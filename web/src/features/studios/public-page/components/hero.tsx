import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import type { ReactNode } from 'react'
import { widePictureSources } from '#lib/page/picture-sources.ts'
import { paths } from '#paths.ts'
import { HeroDrawing } from './drawings.tsx'

const getPagePlaceholder = (field: string) => formatPlaceholder('page', field)

const heroLinkClasses = 'rounded-md px-3 py-2 hover:bg-[rgb(255_255_255/0.15)] max-md:px-2 max-md:py-3'

/** The head of the public page: the picture, links, opening state, name and address of the studio. */
export function Hero({ mark }: { mark: ReactNode }) {
  return (
    <header className="relative isolate flex min-h-64 flex-col justify-between overflow-hidden text-[#fff] md:min-h-[26rem]">
      <HeroDrawing />
      <img
        data-when="hero"
        src={getPagePlaceholder('hero')}
        srcSet={widePictureSources(getPagePlaceholder('hero'))}
        sizes="100vw"
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        className="absolute inset-0 -z-20 size-full object-cover"
      />
      {/* The links are readable on a white picture, too. On phones they may need two lines. */}
      <div className="absolute inset-0 -z-10 bg-[linear-gradient(rgb(0_0_0/0.8),rgb(0_0_0/0.6)_7rem,rgb(0_0_0/0.75)_60%,rgb(0_0_0/0.85))] lg:bg-[linear-gradient(rgb(0_0_0/0.85),rgb(0_0_0/0.7)_4rem,rgb(0_0_0/0)_10rem),linear-gradient(to_right,rgb(0_0_0/0.85),rgb(0_0_0/0.75)_45%,rgb(0_0_0/0.05)_78%),linear-gradient(to_top,rgb(0_0_0/0.6),rgb(0_0_0/0)_70%)]" />
      <nav
        aria-label="Studio"
        className="mx-auto flex w-full max-w-6xl items-center py-2 pr-2 pl-4 text-sm font-medium max-sm:flex-wrap max-sm:justify-end md:gap-1 md:py-3 md:pr-5 md:pl-8"
      >
        <span className="mr-auto flex min-w-0 items-center gap-3 font-display text-base font-semibold [&_img]:size-9 [&>span:first-child]:size-9">
          {mark}
          <span className="truncate max-sm:sr-only">{placeholderStudio.name}</span>
        </span>
        <a data-when="has_rooms" href={paths.here('rooms')} className={heroLinkClasses}>
          Rooms
        </a>
        <a data-when="has_services" href={paths.here('prices')} className={heroLinkClasses}>
          Prices
        </a>
        <a data-when="has_contact" href={paths.here('find-us')} className={heroLinkClasses}>
          Find us
        </a>
        <a href={paths.login({ namespace: placeholderStudio.slug })} data-signed-out className={heroLinkClasses}>
          Sign in
        </a>
        <a
          href={paths.callback({ namespace: placeholderStudio.slug })}
          data-signed-in
          hidden
          className={heroLinkClasses}
        >
          My page
        </a>
      </nav>
      <div className="mx-auto grid w-full max-w-6xl grid-cols-1 justify-items-start gap-2 px-4 pt-6 pb-10 md:px-8 md:pt-10 md:pb-12 lg:pr-[30rem]">
        <p
          data-when="opening"
          data-opening={getPagePlaceholder('opening_states')}
          className="rounded-full bg-[#fff] px-3 py-1 text-sm font-semibold text-[#111]"
        >
          {getPagePlaceholder('opening')}
        </p>
        <h1 className="max-w-full font-display text-2xl font-semibold text-balance wrap-break-word">
          {placeholderStudio.name}
        </h1>
        <p data-when="tagline" className="text-lg">
          {placeholderStudio.tagline}
        </p>
        <p className="text-sm">
          {getPagePlaceholder('kind')}
          <a
            data-when="location"
            href={getPagePlaceholder('map_url')}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-block py-1 underline underline-offset-4"
          >
            <i className="inline-block whitespace-pre not-italic"> · </i>
            {getPagePlaceholder('location')}
          </a>
        </p>
      </div>
    </header>
  )
}
