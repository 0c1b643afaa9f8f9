import { nextPhase, previousPhase } from '@studiohub/contract/features/projects/rules.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import {
  phaseLabels,
  phases,
  phaseWords,
  projectStatuses,
  projectStatusLabels,
} from '@studiohub/contract/features/projects/words.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useMe } from '#features/profile/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Steps } from '#ui/charts/steps.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { useMovePhase, useUpdateProject } from '../api.ts'
import { phaseIcons } from '../shared/marks.tsx'

const phaseNames = phases.map((phase) => phaseLabels[phase])
const statuses = projectStatuses.map((value) => ({ value, label: projectStatusLabels[value] }))

/** The project's phase, with buttons to move it, and its status. Nothing else on the page says them. */
export function WorkflowPanel({ project }: { project: Project }) {
  const { id, phase, version, status } = project
  const move = useMovePhase()
  const update = useUpdateProject()
  const statusId = useId()
  const isOwn = useMe().role === 'client'
  const movePhase = (direction: 'next' | 'previous') => {
    if (move.isPending) return
    const to = direction === 'next' ? nextPhase(phase) : previousPhase(phase)
    if (to) move.mutate({ id, direction, version })
    else toast.info({ title: direction === 'next' ? phaseWords.alreadyLast : phaseWords.alreadyFirst })
  }
  const changeStatus = (value: string) => {
    const nextStatus = projectStatuses.find((listed) => listed === value)
    if (nextStatus && nextStatus !== status) update.mutate({ id, version, status: nextStatus })
  }
  const isMoving = (direction: 'next' | 'previous') => move.isPending && move.variables.direction === direction
  return (
    <Card>
      <header className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto_auto]">
        <h2 className="text-base font-semibold">Workflow</h2>
        <div className="flex items-center gap-2">
          <label htmlFor={statusId} className="text-sm text-muted-foreground">
            Status
          </label>
          <Select
            id={statusId}
            choices={statuses}
            value={status}
            disabled={update.isPending}
            onChange={(event) => changeStatus(event.target.value)}
          />
        </div>
        <div className="grid grid-cols-2 gap-2 max-sm:col-span-2 max-sm:*:px-2">
          <Button
            look="secondary"
            onClick={() => movePhase('previous')}
            pending={isMoving('previous')}
            aria-disabled={move.isPending}
          >
            <ChevronLeft aria-hidden />
            Previous Phase
          </Button>
          <Button
            // Clients have more important things to do here than the studio has.
            look={isOwn ? 'secondary' : 'primary'}
            onClick={() => movePhase('next')}
            pending={isMoving('next')}
            aria-disabled={move.isPending}
          >
            Next Phase
            <ChevronRight aria-hidden />
          </Button>
        </div>
      </header>
      <Steps
        label="Phases of the project"
        steps={phaseNames}
        currentIndex={phases.indexOf(phase)}
        badge={
          // In the primary color, because amber means pending.
          <Badge tone="accent" icon={phaseIcons[phase]}>
            {phaseLabels[phase]}
          </Badge>
        }
      />
    </Card>
  )
}
