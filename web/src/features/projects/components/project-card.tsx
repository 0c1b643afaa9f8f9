import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels, phases, projectTypeLabels } from '@studiohub/contract/features/projects/words.ts'
import { shortTimeText } from '@studiohub/contract/shared/formats.ts'
import { CalendarDays, KanbanSquare, SquareCheck } from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import type { NextStep } from '../model/next-step.ts'
import { ProjectStatusBadge, phaseColors, phaseIcons } from '../shared/marks.tsx'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

type ProjectCardProps = {
  project: Project
  showsClient?: boolean
  /** Null if nothing is planned; undefined while it loads. */
  nextStep: NextStep | null | undefined
}

/** A project in a list: its title and status, one line of details, its progress, and what comes next. The whole card is a link. */
export function ProjectCard({ project, showsClient = false, nextStep }: ProjectCardProps) {
  const { project: pathOf } = useProjectAndBoardPaths()
  const { id, title, description, status, project_type, updated_at, client_name, is_sample } = project
  const type = projectTypeLabels[project_type]
  const hasClient = showsClient && client_name !== null
  return (
    <article className="relative grid grid-cols-1 content-between gap-3 rounded-md border border-border bg-card p-4 transition duration-150 hover:border-ring">
      <div className="grid grid-cols-1 gap-1">
        <header className="flex items-center gap-3">
          <h2 title={title} className="min-w-0 grow truncate text-base font-semibold">
            <Link to={pathOf(id)} className="after:absolute after:inset-0 after:content-['']">
              {title}
            </Link>
          </h2>
          {is_sample ? <Badge>Example</Badge> : <ProjectStatusBadge status={status} />}
        </header>
        <p className="flex items-center gap-3 text-sm text-muted-foreground">
          <span className="min-w-0 truncate">{hasClient ? client_name : type}</span>
          <span className="ml-auto shrink-0 text-xs">
            Updated <RelativeTime at={updated_at} />
          </span>
        </p>
        <p className="truncate text-sm text-muted-foreground max-md:hidden">{description || (hasClient && type)}</p>
      </div>
      <div className="grid grid-cols-1 gap-3">
        <PhaseProgress project={project} />
        <NextStepLine step={nextStep} />
      </div>
    </article>
  )
}

const nextIcons = { session: CalendarDays, task: SquareCheck, card: KanbanSquare }

/**
 * What comes next in the project. It has its height from the start, so that nothing moves when it appears. Beside other cards it
 * is two lines high, so that their bars are at the same height.
 */
function NextStepLine({ step }: { step: NextStep | null | undefined }) {
  const Icon = step && nextIcons[step.kind]
  return (
    <p className="flex min-h-8 items-baseline gap-2 border-t border-border pt-3 text-xs md:min-h-12 text-muted-foreground">
      {step === null && 'Nothing planned next'}
      {step && Icon && (
        <>
          <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
          <span className="line-clamp-2 min-w-0">
            Next: <span className="text-foreground">{nextTitle(step)}</span>
          </span>
          <span className="ml-auto shrink-0 tabular-nums">{nextTime(step)}</span>
        </>
      )}
    </p>
  )
}

function nextTitle(step: NextStep): string {
  if (step.kind !== 'session') return step.title
  const service = step.session.service_type.replaceAll('_', ' ')
  return `${service.charAt(0).toUpperCase()}${service.slice(1)} session`
}

function nextTime(step: NextStep): string | null {
  if (step.kind === 'card') return null
  if (step.kind === 'task') return `due ${formatWeekdayAndDay(step.due_date)}`
  return `${formatWeekdayAndDay(step.session.booking_date)}, ${shortTimeText(step.session.start_time)}`
}

/** The progress of the project through the phases. */
function PhaseProgress({ project: { phase, status } }: { project: Project }) {
  const Icon = phaseIcons[phase]
  const completedCount = status === 'completed' ? phases.length : phases.indexOf(phase) + 1
  return (
    <p className="flex items-center gap-3 text-xs text-muted-foreground">
      <span aria-hidden className="grid grow grid-cols-5 gap-1">
        {phases.map((name, index) => (
          <span key={name} className={cx('h-1 rounded-full', index < completedCount ? 'bg-primary' : 'bg-input')} />
        ))}
      </span>
      {/* The same width in all cards, so that their bars are comparable. */}
      <span className="flex w-30 shrink-0 items-center justify-end gap-1.5">
        <Icon aria-hidden className={cx('size-3.5', phaseColors[phase])} />
        {phaseLabels[phase]}
      </span>
    </p>
  )
}
