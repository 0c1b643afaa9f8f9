import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { useLiveSubscription, useSubscription } from '../api.ts'
import { getPlanNotice } from '../shared/plan-text.ts'

/** A notice for a studio's admins if their plan needs attention; otherwise nothing. */
export function PlanBanner({ studio_id }: { studio_id: string }) {
  useLiveSubscription()
  const { data } = useSubscription(studio_id)
  const now = useNow()
  const notice = data && getPlanNotice(data, now)
  if (!notice) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border bg-card px-4 py-2 text-sm md:px-6">
      <p className="flex items-start gap-3">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" />
        {notice.sentence}
      </p>
      <Link to={paths.studioSettingsTab('plan')} className="text-link underline underline-offset-4">
        {notice.link}
      </Link>
    </div>
  )
}
