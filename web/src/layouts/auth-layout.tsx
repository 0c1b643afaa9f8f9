import { Outlet, useLoaderData } from 'react-router'
import { LoginCard } from '../features/auth/components/login-card.tsx'
import { studioOfAuthPage } from '../guards.ts'
import { AuthFrame } from './public/auth-frame.tsx'
import { StudioMark } from './public/studio-mark.tsx'
import type { AuthPlace } from './public/use-auth-place.ts'
import { useBrand } from './public/use-brand.ts'
import { useWrittenStudio, WrittenMark } from './public/written-studio.tsx'

export const clientLoader = studioOfAuthPage

/** A page with one card in its middle, under a studio's brand or the product's own. */
export default function AuthLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
  return (
    <AuthFrame studio={studio} mark={<StudioMark studio={studio} large />}>
      <Outlet context={{ studio } satisfies AuthPlace} />
    </AuthFrame>
  )
}

/**
 * The sign-in page as it is written at build time (decision 0014), shown until the guards have answered: it looks the
 * same and takes no input. Other pages of this layout are not written, so they never get here.
 */
export function HydrateFallback() {
  const studio = useWrittenStudio()
  return (
    <AuthFrame studio={studio} mark={<WrittenMark studio={studio} />}>
      <LoginCard studio={studio} isWaiting />
    </AuthFrame>
  )
}
