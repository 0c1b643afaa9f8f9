import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { Outlet, useLoaderData } from 'react-router'
import { LoginCard } from '../features/auth/components/login-card.tsx'
import { studioOfAuthPage } from '../guards.ts'
import { StudioMark } from './studio-mark.tsx'
import type { AuthPlace } from './use-auth-place.ts'
import { useBrand } from './use-brand.ts'
import { useWrittenStudio, WrittenMark } from './written-studio.tsx'

export const clientLoader = studioOfAuthPage

/** A page with one card in its middle, under a studio's brand or the product's own. */
export default function AuthLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
  return (
    <Frame studio={studio} mark={<StudioMark studio={studio} large />}>
      <Outlet context={{ studio } satisfies AuthPlace} />
    </Frame>
  )
}

/**
 * The sign-in page as it is written at build time (decision 0014), shown until the guards have answered: it looks the
 * same and takes no input. Other pages of this layout are not written, so they never get here.
 */
export function HydrateFallback() {
  const studio = useWrittenStudio()
  return (
    <Frame studio={studio} mark={<WrittenMark studio={studio} />}>
      <LoginCard studio={studio} isWaiting />
    </Frame>
  )
}

type FrameProps = {
  studio: Pick<PublicStudio, 'name' | 'tagline' | 'background_image_url'> | null
  mark: ReactNode
  children: ReactNode
}

// What a studio may lack says `data-when`: the server leaves it out of the written page.
function Frame({ studio, mark, children }: FrameProps) {
  return (
    <div className="relative grid min-h-dvh">
      {studio?.background_image_url && (
        <picture aria-hidden data-when="background_image_url" className="absolute inset-0 block overflow-hidden">
          <img src={studio.background_image_url} alt="" className="size-full object-cover" />
          <span className="absolute inset-0 bg-background/80" />
        </picture>
      )}
      <main className="relative mx-auto grid w-full max-w-md content-center gap-6 px-4 py-10">
        <div className="grid justify-items-center gap-3 text-center">
          {mark}
          <p className="font-display text-lg font-semibold">{studio?.name ?? 'StudioHub'}</p>
          {studio?.tagline && (
            <p data-when="tagline" className="text-sm text-muted-foreground">
              {studio.tagline}
            </p>
          )}
        </div>
        {children}
      </main>
    </div>
  )
}
