import { ShieldAlert } from 'lucide-react'
import { useKeepFactors, useMe } from '#features/profile/api.ts'
import { dateAndTime } from '#lib/page/time.ts'
import { useLive } from '#lib/server/live.ts'
import { meQuery } from '#lib/session/me.ts'
import { Button } from '#ui/button.tsx'

const me = meQuery().queryKey

/** Says on every page that the second factor is about to end, and keeps it with one click. */
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
        A person who can read your email claimed this account without your second factor. The factor and your password
        end on {dateAndTime(factors_end_at)} unless you keep the factor.
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
