import { lazy, Suspense } from 'react'
import { useMe } from '#features/profile/api.ts'

// Loaded on demand, because only operators ever see it.
const ViewBanner = lazy(async () => ({ default: (await import('./view-banner.tsx')).ViewBanner }))

/** A banner on every page while an operator sees a studio as its owner. */
export function ViewNotice() {
  const { viewing, studio } = useMe()
  if (!viewing) return null
  return (
    <Suspense fallback={null}>
      <ViewBanner ends_at={viewing.ends_at} studio={studio} />
    </Suspense>
  )
}
