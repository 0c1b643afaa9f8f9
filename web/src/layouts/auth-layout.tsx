import { Outlet, useLoaderData } from 'react-router'
import { LoginCard } from '../features/auth/components/login-card.tsx'
import { studioOfAuthPage } from '../guards.ts'
import { AuthFrame } from './public/auth-frame.tsx'
import { LegalLinks, useLegalKinds } from './public/legal-footer.tsx'
import { PrerenderedMark, usePrerenderedStudio } from './public/prerendered-studio.tsx'
import { StudioMark } from './public/studio-mark.tsx'
import type { AuthPageContext } from './public/use-auth-page.ts'
import { useBrand } from './public/use-brand.ts'

// Loaded after the page itself, because sign-in and booking pages load as little script as they can.

export const clientLoader = studioOfAuthPage

/** A page with one centered card, under a studio's brand or the default one. */
export default function AuthLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  useBrand(studio)
  const slug = studio?.slug ?? null
  const legalKinds = useLegalKinds(slug)
  return (
    <AuthFrame
      studio={studio}
      mark={<StudioMark studio={studio} large />}
      footer={<LegalLinks slug={slug} kinds={legalKinds} />}
    >
      <Outlet context={{ studio, legalKinds } satisfies AuthPageContext} />
    </AuthFrame>
  )
}

/**
 * The prerendered sign-in page (decision 0014), which is shown until the guards have run. It looks the same but takes no
 * input. Other pages of this layout are not prerendered.
 */
export function HydrateFallback() {
  const studio = usePrerenderedStudio()
  return (
    <AuthFrame studio={studio} mark={<PrerenderedMark studio={studio} />}>
      <LoginCard studio={studio} isLoading />
    </AuthFrame>
  )
}
