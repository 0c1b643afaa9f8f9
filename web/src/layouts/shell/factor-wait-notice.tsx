import { ShieldAlert } from 'lucide-react'
import { useKeepFactors, useMe } from '#features/profile/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { useLive } from '#lib/server/live.ts'
import { meQuery } from '#lib/session/me.ts'
import { Button } from '#ui/button.tsx'

const me = meQuery().queryKey

/** A banner on every page while a reset of the second factor is pending; one click cancels the reset. */
export function FactorWaitNotice() {
  const { factors_end_at } = useMe().user
  const keep = useKeepFactors()
  useLive('account', me)
  if (!factors_end_at) return null
  return (
    <div
      role="alert"
      className="grid grid-cols-[auto_1fr] items-start gap-3 border-b border-border bg-raised px-4 py-3 text-sm md:grid-cols-[auto_1fr_auto] md:items-center"
    >
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-pending" />
      <p>
        Someone with access to your email has asked to reset this account without your second factor. The factor and
        your password end on {formatDateTime(factors_end_at)} unless you keep the factor.
      </p>
      <Button
        size="small"
        className="max-md:col-start-2 max-md:justify-self-start"
        onClick={() => keep.mutate()}
        pending={keep.isPending}
        pendingText="Keeping..."
      >
        Keep my second factor
      </Button>
    </div>
  )
}
