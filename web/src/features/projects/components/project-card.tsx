import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels, phases, projectTypeLabels } from '@studiohub/contract/features/projects/words.ts'
import { shortTimeText } from '@studiohub/contract/shared/formats.ts'
import { CalendarDays, CheckCheck, KanbanSquare, SquareCheck } from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import type { NextStep, Outlook, Session } from '../model/next-step.ts'
import { ProjectStatusBadge, phaseColors, phaseIcons } from '../shared/marks.tsx'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

type ProjectCardProps = {
  project: Project
  showsClient?: boolean
  /** Undefined while it loads. */
  outlook: Outlook | undefined
}

/**
 * A project in a list: its title and status, whose it is, what comes next, its progress, its cards and its next session.
 * The whole card is a link.
 */
export function ProjectCard({ project, showsClient = false, outlook }: ProjectCardProps) {
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
        <p className="truncate text-sm text-muted-foreground">{hasClient ? `${client_name} · ${type}` : type}</p>
        <NextStepLine step={outlook?.nextStep} />
        {description && <p className="truncate text-sm text-muted-foreground max-md:hidden">{description}</p>}
      </div>
      <div className="grid grid-cols-1 gap-3">
        <PhaseProgress project={project} />
        <FactsLine outlook={outlook} updated_at={updated_at} />
      </div>
    </article>
  )
}

/**
 * How many cards are done, the next session, unless it is the next step, and the last change. One line from the start; a session
 * that does not fit wraps into a hidden second line.
 */
function FactsLine({ outlook, updated_at }: { outlook: Outlook | undefined; updated_at: string }) {
  const { session, done = 0, cards = 0, nextStep } = outlook ?? {}
  return (
    <p className="flex justify-between gap-x-3 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
      <span className="flex h-4 min-w-0 flex-wrap gap-x-3 overflow-hidden">
        {outlook && (
          <span>{cards === 0 ? 'No cards yet' : `${done} of ${cards} ${cards === 1 ? 'card' : 'cards'} done`}</span>
        )}
        {session && nextStep?.kind !== 'session' && <span>Next session {sessionTime(session)}</span>}
        {session === null && nextStep && <span>No session planned</span>}
      </span>
      <span>
        Updated <RelativeTime at={updated_at} />
      </span>
    </p>
  )
}

const nextIcons = { session: CalendarDays, task: SquareCheck, card: KanbanSquare }

/**
 * What comes next in the project. It has its height from the start, so that nothing moves when it appears, and one line, so that
 * the bars of cards beside each other are at the same height.
 */
function NextStepLine({ step }: { step: NextStep | null | undefined }) {
  const Icon = step && nextIcons[step.kind]
  return (
    <p className="flex min-h-5 items-center gap-1.5 text-sm text-muted-foreground">
      {step === null && 'Nothing planned next'}
      {step && Icon && (
        <>
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 truncate">
            Next: <span className="text-foreground">{nextTitle(step)}</span>
          </span>
          <span className="ml-auto shrink-0 pl-1.5 text-xs tabular-nums">{nextTime(step)}</span>
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
  return sessionTime(step.session)
}

const sessionTime = ({ booking_date, start_time }: Session) =>
  `${formatWeekdayAndDay(booking_date)}, ${shortTimeText(start_time)}`

/** The progress through the phases. The bar repeats its text. Later phases are the quietest. */
function PhaseProgress({ project: { phase, status } }: { project: Project }) {
  const isCompleted = status === 'completed'
  const Icon = isCompleted ? CheckCheck : phaseIcons[phase]
  const position = phases.indexOf(phase)
  const currentIndex = isCompleted ? phases.length : position
  return (
    <div className="grid grid-cols-1 gap-2">
      <span aria-hidden className="grid grid-cols-5 gap-1">
        {phases.map((name, index) => (
          <span key={name} className={cx('h-1.5 rounded-full', segmentLook(index, currentIndex))} />
        ))}
      </span>
      <p className="flex items-center gap-3 text-xs">
        <span className="flex min-w-0 shrink-0 items-center gap-1.5 font-semibold">
          <Icon aria-hidden className={cx('size-4', isCompleted ? 'text-completed' : phaseColors[phase])} />
          <span className="sr-only">Phase: </span>
          {isCompleted ? 'All phases done' : phaseLabels[phase]}
        </span>
        {!isCompleted && (
          <span className="ml-auto min-w-0 truncate text-muted-foreground tabular-nums">
            Step {position + 1} of {phases.length}
          </span>
        )}
      </p>
    </div>
  )
}

function segmentLook(index: number, currentIndex: number): string {
  if (index < currentIndex) return 'bg-primary/50'
  return index === currentIndex ? 'bg-primary' : 'bg-muted-foreground/20'
}
