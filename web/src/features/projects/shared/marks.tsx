import {
  type Phase,
  type ProjectStatus,
  phaseLabels,
  projectStatusLabels,
} from '@studiohub/contract/features/projects/words.ts'
import {
  BarChart3,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleX,
  Clapperboard,
  type LucideIcon,
  Megaphone,
  PencilRuler,
  Scissors,
} from 'lucide-react'
import { Badge, type Tone } from '#ui/badge.tsx'

/** Badge of each phase. `review` and `delivered` exist only in old data (spec section 4). */
export const phaseTones: Record<Phase | 'review' | 'delivered', Tone> = {
  pre_production: 'neutral',
  production: 'pending',
  post_production: 'completed',
  distribution: 'confirmed',
  analytics: 'accent',
  review: 'pending',
  delivered: 'confirmed',
}
const legacyLabels: Record<string, string> = { review: 'Review', delivered: 'Delivered' }

export const phaseIcons: Record<Phase, LucideIcon> = {
  pre_production: PencilRuler,
  production: Clapperboard,
  post_production: Scissors,
  distribution: Megaphone,
  analytics: BarChart3,
}

export function PhaseBadge({ phase }: { phase: Phase | 'review' | 'delivered' }) {
  if (phase === 'review' || phase === 'delivered') return <Badge tone={phaseTones[phase]}>{legacyLabels[phase]}</Badge>
  return (
    <Badge tone={phaseTones[phase]} icon={phaseIcons[phase]}>
      {phaseLabels[phase]}
    </Badge>
  )
}

const statusLooks: Record<ProjectStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: CircleDashed },
  active: { tone: 'confirmed', icon: CirclePlay },
  on_hold: { tone: 'pending', icon: CirclePause },
  completed: { tone: 'completed', icon: CircleCheck },
  cancelled: { tone: 'cancelled', icon: CircleX },
}

export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge {...statusLooks[status]}>{projectStatusLabels[status]}</Badge>
}
