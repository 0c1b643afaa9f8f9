import { lazy, Suspense } from 'react'
import { useMe } from '#features/profile/api.ts'
import { useLive } from '#lib/server/live.ts'
import { meQuery } from '#lib/session/me.ts'

// Loaded on demand, because few people ever see it.
const FactorWaitBanner = lazy(async () => ({ default: (await import('./factor-wait-banner.tsx')).FactorWaitBanner }))

const meKey = meQuery().queryKey

/** A banner on every page while a reset of the second factor is pending. */
export function FactorWaitNotice() {
  const { factors_end_at } = useMe().user
  useLive('account', meKey)
  if (!factors_end_at) return null
  return (
    <Suspense fallback={null}>
      <FactorWaitBanner factors_end_at={factors_end_at} />
    </Suspense>
  )
}
