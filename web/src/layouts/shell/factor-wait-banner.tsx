import { ShieldAlert } from 'lucide-react'
import { useStopFactorWait } from '#features/profile/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'

/** Shows when the second factor will be removed, with a button that keeps it. */
export function FactorWaitBanner({ factors_end_at }: { factors_end_at: string }) {
  const keepFactor = useStopFactorWait()
  return (
    <div
      role="alert"
      className="grid grid-cols-[auto_1fr] items-start gap-3 border-b border-border bg-raised px-4 py-3 text-sm md:grid-cols-[auto_1fr_auto] md:items-center"
    >
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-pending" />
      <p>
        Someone with access to your email has asked to reset this account without your second factor. The factor and
        your password will be removed on {formatDateTime(factors_end_at)} unless you keep the factor.
      </p>
      <Button
        size="small"
        className="max-md:col-start-2 max-md:justify-self-start"
        onClick={() => keepFactor.mutate()}
        pending={keepFactor.isPending}
        pendingText="Keeping..."
      >
        Keep my second factor
      </Button>
    </div>
  )
}
