import { type Phase, type ProjectStatus, projectStatusLabels } from '@studiohub/contract/features/projects/words.ts'
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

/** Color of each phase's icon. `review` and `delivered` exist only in old data (spec section 4). */
export const phaseColors: Record<Phase | 'review' | 'delivered', string> = {
  pre_production: 'text-muted-foreground',
  production: 'text-pending',
  post_production: 'text-completed',
  distribution: 'text-confirmed',
  analytics: 'text-link',
  review: 'text-pending',
  delivered: 'text-confirmed',
}

export const phaseIcons: Record<Phase, LucideIcon> = {
  pre_production: PencilRuler,
  production: Clapperboard,
  post_production: Scissors,
  distribution: Megaphone,
  analytics: BarChart3,
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
