import { lazy, Suspense } from 'react'
import { useReturnedConsent } from '../hooks/use-handed-consent.ts'

const ConsentDialog = lazy(async () => ({ default: (await import('./consent-dialog.tsx')).ConsentDialog }))

/** Continues a consent when a person returns from a provider's page. Each page to which people return renders it once. */
export function ConsentReturn({ studio_id }: { studio_id: string }) {
  const { isBack, consent, reset } = useReturnedConsent()
  return (
    <Suspense fallback={null}>
      {isBack && <ConsentDialog studio_id={studio_id} consent={consent} onClose={reset} />}
    </Suspense>
  )
}
