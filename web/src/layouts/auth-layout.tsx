import { Outlet, useLoaderData } from 'react-router'
import { studioOfAuthPage } from '../guards.ts'
import { StudioMark } from './studio-mark.tsx'
import type { AuthPlace } from './use-auth-place.ts'
import { useBrand } from './use-brand.ts'

export const clientLoader = studioOfAuthPage

/** A page with one card in its middle, under a studio's brand or the product's own. */
export default function AuthLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
  return (
    <div className="relative grid min-h-dvh">
      {studio?.background_image_url && (
        <div aria-hidden className="absolute inset-0 overflow-hidden">
          <img src={studio.background_image_url} alt="" className="size-full object-cover" />
          <div className="absolute inset-0 bg-background/80" />
        </div>
      )}
      <main className="relative mx-auto grid w-full max-w-md content-center gap-6 px-4 py-10">
        <div className="grid justify-items-center gap-3 text-center">
          <StudioMark studio={studio} large />
          <p className="font-display text-lg font-semibold">{studio?.name ?? 'StudioHub'}</p>
          {studio?.tagline && <p className="text-sm text-muted-foreground">{studio.tagline}</p>}
        </div>
        <Outlet context={{ studio } satisfies AuthPlace} />
      </main>
    </div>
  )
}
