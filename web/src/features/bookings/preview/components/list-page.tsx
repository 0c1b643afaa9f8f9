import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { widePictureSources } from '#lib/page/picture-sources.ts'
import { CONTENT } from '#ui/skip-link.tsx'
import { type Facts, StudioFacts } from './studio-facts.tsx'

type ListPageProps = {
  studio: Pick<PublicStudio, 'name' | 'slug' | 'hero_image_url'>
  /** Undefined if the studio takes no bookings. */
  facts: Facts | undefined
  children: ReactNode
}

/** The list of services with the studio's picture and facts beside it, on phones around it. */
export const ListPage = ({ studio, facts, children }: ListPageProps) => (
  <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
    <main id={CONTENT} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {children}
    </main>
    <aside
      aria-label="The studio"
      className="overflow-hidden border-border max-lg:contents lg:sticky lg:top-6 lg:rounded-md lg:border lg:bg-card"
    >
      {studio.hero_image_url && (
        <img
          data-when="hero_image_url"
          src={studio.hero_image_url}
          srcSet={widePictureSources(studio.hero_image_url)}
          sizes="(min-width: 64rem) 22rem, 100vw"
          width={1600}
          height={900}
          fetchPriority="high"
          alt=""
          className="aspect-video w-full object-cover max-lg:-order-1 max-lg:max-h-[35dvh] max-lg:rounded-md max-sm:aspect-[5/1]"
        />
      )}
      {facts && (
        <div
          data-when="is_open"
          className="p-4 max-lg:rounded-md max-lg:border max-lg:border-border max-lg:bg-card lg:p-5"
        >
          <StudioFacts studio={studio} facts={facts} />
        </div>
      )}
    </aside>
  </div>
)
