import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
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
    <div className="border-b border-pending/40 bg-pending/10 text-sm">
      {/* As wide as the pages below. On phones the button begins where the sentence begins. */}
      <div className="mx-auto grid max-w-[100rem] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 px-4 py-2 md:flex md:px-8">
        <CircleAlert aria-hidden className="size-4 shrink-0 text-pending" />
        <p>{notice.sentence}</p>
        <ButtonLink
          size="small"
          look={notice.isUrgent ? 'primary' : 'secondary'}
          className="max-md:col-start-2 max-md:min-h-11 max-md:justify-self-start"
        >
          <Link to={paths.studioSettingsTab('plan')}>{notice.link}</Link>
        </ButtonLink>
      </div>
    </div>
  )
}
