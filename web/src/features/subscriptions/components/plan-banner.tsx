import { CircleAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useLiveSubscription, useSubscription } from '../api.ts'
import { getPlanNotice } from '../shared/plan-text.ts'

/** A notice for a studio's admins if their plan needs attention; otherwise nothing. */
export function PlanBanner({ studio_id, timezone }: { studio_id: string; timezone: string }) {
  useLiveSubscription()
  const { data } = useSubscription(studio_id)
  const now = useNow()
  const { pathname } = useLocation()
  const notice = data && getPlanNotice(data, timezone, now)
  if (!notice) return null
  // Filled after an end, which takes the main action of every page away, and for a failed payment on the dashboard.
  const isMainAction = !data.takes_bookings || (notice.isUrgent && pathname === paths.studio)
  const [title = '', ...details] = notice.sentence.split(/(?<=\.) /)
  return (
    // On phones the pages below begin with little space of their own.
    <div className="border-b border-pending/40 bg-pending-soft text-sm max-md:mb-2">
      {/* As wide as the pages below. On phones the button has the whole width. */}
      <div className="mx-auto flex max-w-[100rem] flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 md:px-8">
        <CircleAlert aria-hidden className="size-5 shrink-0 text-pending max-md:self-start" />
        <p className="min-w-0 flex-1 basis-0">
          <span className="font-semibold">{title}</span> {details.join(' ')}
        </p>
        <ButtonLink
          look={isMainAction ? 'primary' : 'secondary'}
          size={notice.isUrgent ? 'medium' : 'small'}
          className={cx('max-md:min-h-11 max-md:w-full', notice.isUrgent && !isMainAction && 'border-pending/60')}
        >
          <Link to={paths.studioSettingsTab('plan')}>{notice.link}</Link>
        </ButtonLink>
      </div>
    </div>
  )
}
