import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { getStudioState } from '@studiohub/contract/features/admin/words.ts'
import { CalendarPlus, Eye, Mail, Pencil, Power } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { arePlansOn } from '#lib/page/plans.ts'
import { Button } from '#ui/button.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import type { ProblemAction } from '../model/problem-actions.ts'
import { useSetStudioActive } from '../studios-api.ts'

const StudioDialog = lazy(async () => ({ default: (await import('./studio-dialog.tsx')).StudioDialog }))
const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }))
const OwnerViewDialog = lazy(async () => ({ default: (await import('./owner-view-dialog.tsx')).OwnerViewDialog }))
const TrialDialog = lazy(async () => ({ default: (await import('./trial-dialog.tsx')).TrialDialog }))

export type StudioAction = ProblemAction | 'view' | 'edit'

/** The actions that can solve a problem of this studio. */
export function listPossibleActions({ studio, owners, plan }: StudioOverview): ProblemAction[] {
  const hasTrial =
    arePlansOn() &&
    studio.tier === 'trial' &&
    plan?.provider === 'manual' &&
    (studio.plan_status === 'trialing' || studio.plan_status === 'expired')
  return [...(owners.length > 0 ? (['letter'] as const) : []), ...(hasTrial ? (['trial'] as const) : [])]
}

const problemButtons = {
  letter: { label: 'Write to owner', Icon: Mail },
  trial: { label: 'Extend trial', Icon: CalendarPlus },
}

type ProblemButtonProps = {
  action: ProblemAction
  look: 'primary' | 'secondary'
  isSmall?: boolean
  onAction: (action: StudioAction) => void
}

/** Opens the form of an action. */
export function ProblemButton({ action, look, isSmall = false, onAction }: ProblemButtonProps) {
  const { label, Icon } = problemButtons[action]
  return (
    <Button
      look={look}
      {...(isSmall && { size: 'small', className: 'max-md:min-h-11' })}
      onClick={() => onAction(action)}
      aria-haspopup="dialog"
    >
      <Icon aria-hidden />
      {label}
    </Button>
  )
}

type StudioActionsProps = {
  overview: StudioOverview
  /** The actions that are not beside a problem. */
  actions: readonly ProblemAction[]
  onAction: (action: StudioAction) => void
}

/** The actions of an operator for a studio. */
export function StudioActions({ overview: { studio }, actions, onAction }: StudioActionsProps) {
  const setActive = useSetStudioActive()
  const isActive = getStudioState(studio) === 'active'
  const dialogButtonProps = (next: StudioAction) => ({
    onClick: () => onAction(next),
    'aria-haspopup': 'dialog' as const,
  })
  return (
    // On phones the last button of an odd number has the whole line.
    <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:*:min-h-11 max-sm:*:last:odd:col-span-2">
      {!isActive && (
        <Button
          pending={setActive.isPending}
          onClick={() => setActive.mutate({ studio_id: studio.id, is_active: true })}
        >
          <Power aria-hidden />
          Activate
        </Button>
      )}
      {actions.map((action) => (
        <ProblemButton key={action} action={action} look="secondary" onAction={onAction} />
      ))}
      <Button look="secondary" {...dialogButtonProps('view')}>
        <Eye aria-hidden />
        View as owner
      </Button>
      <Button look="secondary" {...dialogButtonProps('edit')}>
        <Pencil aria-hidden />
        Edit
      </Button>
    </div>
  )
}

type StudioDialogsProps = { action: StudioAction | null; overview: StudioOverview; onClose: () => void }

/** The form of the chosen action. */
export function StudioDialogs({ action, overview, onClose }: StudioDialogsProps) {
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
