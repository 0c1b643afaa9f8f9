import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels, phases, projectTypeLabels } from '@studiohub/contract/features/projects/words.ts'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { useProjectAndBoardPaths } from '../hooks/use-project-and-board-paths.ts'
import { ProjectStatusBadge, phaseIcons } from '../shared/marks.tsx'

type ProjectCardProps = { project: Project; showsClient?: boolean }

/** A project in a list: its title and status, one line of details, and its progress. The whole card is a link. */
export function ProjectCard({ project, showsClient = false }: ProjectCardProps) {
  const { project: pathOf } = useProjectAndBoardPaths()
  const { id, title, description, phase, status, project_type, updated_at, client_name, is_sample } = project
  const Icon = phaseIcons[phase]
  const subject = showsClient && client_name ? client_name : projectTypeLabels[project_type]
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
          <span className="min-w-0 truncate">{subject}</span>
          <span className="flex shrink-0 items-center gap-1.5">
            <Icon aria-hidden className="size-4" />
            {phaseLabels[phase]}
          </span>
          <span className="ml-auto shrink-0 text-xs">
            <span className="sr-only">Updated </span>
            <RelativeTime at={updated_at} />
          </span>
        </p>
        {description && <p className="truncate text-sm text-muted-foreground max-md:hidden">{description}</p>}
      </div>
      <PhaseProgress project={project} />
    </article>
  )
}

/** How far the project is on its way through the phases. */
function PhaseProgress({ project: { phase, status } }: { project: Project }) {
  const done = status === 'completed' ? phases.length : phases.indexOf(phase) + 1
  return (
    <p className="flex items-center gap-3 text-xs text-muted-foreground">
      <span aria-hidden className="grid grow grid-cols-5 gap-1">
        {phases.map((name, index) => (
          <span key={name} className={cx('h-1 rounded-full', index < done ? 'bg-primary' : 'bg-border')} />
        ))}
      </span>
      <span className="shrink-0 tabular-nums">
        Phase {done} of {phases.length}
      </span>
    </p>
  )
}
