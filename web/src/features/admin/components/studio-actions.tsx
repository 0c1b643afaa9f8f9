import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { getStudioState } from '@studiohub/contract/features/admin/words.ts'
import { CalendarPlus, Eye, Mail, Pencil, Power } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { arePlansOn } from '#lib/page/plans.ts'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { useSetStudioActive } from '../studios-api.ts'

const StudioDialog = lazy(async () => ({ default: (await import('./studio-dialog.tsx')).StudioDialog }))
const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }))
const OwnerViewDialog = lazy(async () => ({ default: (await import('./owner-view-dialog.tsx')).OwnerViewDialog }))
const TrialDialog = lazy(async () => ({ default: (await import('./trial-dialog.tsx')).TrialDialog }))

type Action = 'letter' | 'trial' | 'view' | 'edit'

/** The actions of an operator for a studio. */
export function StudioActions({ overview }: { overview: StudioOverview }) {
  const [action, setAction] = useState<Action | null>(null)
  const { studio, owners, plan } = overview
  const hasTrial =
    arePlansOn() &&
    studio.tier === 'trial' &&
    plan?.provider === 'manual' &&
    (studio.plan_status === 'trialing' || studio.plan_status === 'expired')
  const isActive = getStudioState(studio) === 'active'
  const setActive = useSetStudioActive()
  // On phones the last button of an odd number has the whole line.
  const isOdd = [!isActive, owners.length > 0, hasTrial].filter(Boolean).length % 2 === 1
  const dialogButtonProps = (next: Action) => ({ onClick: () => setAction(next), 'aria-haspopup': 'dialog' as const })
  return (
    <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:min-h-11">
      {!isActive && (
        <Button
          pending={setActive.isPending}
          onClick={() => setActive.mutate({ studio_id: studio.id, is_active: true })}
        >
          <Power aria-hidden />
          Activate
        </Button>
      )}
      {owners.length > 0 && (
        <Button look={isActive ? 'primary' : 'secondary'} {...dialogButtonProps('letter')}>
          <Mail aria-hidden />
          Write to owner
        </Button>
      )}
      {hasTrial && (
        <Button look="secondary" {...dialogButtonProps('trial')}>
          <CalendarPlus aria-hidden />
          Extend trial
        </Button>
      )}
      <Button
        look="secondary"
        {...dialogButtonProps('view')}
        className={isOdd ? 'max-sm:order-last max-sm:col-span-2' : ''}
      >
        <Eye aria-hidden />
        View as owner
      </Button>
      <Button look="secondary" {...dialogButtonProps('edit')}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Dialogs action={action} overview={overview} onClose={() => setAction(null)} />
    </div>
  )
}

type DialogsProps = { action: Action | null; overview: StudioOverview; onClose: () => void }

function Dialogs({ action, overview, onClose }: DialogsProps) {
  const { studio } = overview
  return (
    <Suspense fallback={<LoadingOverlay>Opening the form...</LoadingOverlay>}>
      {action === 'letter' && <LetterDialog overview={overview} onClose={onClose} />}
      {action === 'trial' && <TrialDialog studio={studio} onClose={onClose} />}
      {action === 'edit' && <StudioDialog studio={studio} onClose={onClose} />}
      {action === 'view' && <OwnerViewDialog studio={studio} onClose={onClose} />}
    </Suspense>
  )
}
