import { ShieldAlert } from 'lucide-react'
import { useKeepFactors, useMe } from '../features/profile/api.ts'
import { useLive } from '../lib/live.ts'
import { meQuery } from '../lib/me.ts'
import { dateAndTime } from '../lib/time.ts'
import { Button } from '../ui/button.tsx'

const me = meQuery().queryKey

/** Says on every page that the second factor is about to end, and keeps it with one click. */
export function FactorWaitNotice() {
  const { factors_end_at } = useMe().user
  const keep = useKeepFactors()
  useLive('account', me)
  if (!factors_end_at) return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-border bg-raised px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-pending" />
      <p className="min-w-0 flex-1">
        Somebody who reads your email signed in without your second factor. It ends on {dateAndTime(factors_end_at)}{' '}
        unless you keep it.
      </p>
      <Button size="small" onClick={() => keep.mutate()} pending={keep.isPending} pendingText="Keeping...">
        Keep my second factor
      </Button>
    </div>
  )
}
