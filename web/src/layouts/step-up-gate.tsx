import { lazy, Suspense } from 'react'
import { useStepUp } from '../lib/step-up.ts'

const StepUpDialog = lazy(async () => ({
  default: (await import('../features/auth/factors/components/step-up-dialog.tsx')).StepUpDialog,
}))

/** Where the question for the second factor is put, over any page; its code comes with the first question. */
export function StepUpGate() {
  const asking = useStepUp()
  if (!asking) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onSettled={asking.settle} />
    </Suspense>
  )
}
