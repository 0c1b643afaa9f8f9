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
        <p className="truncate text-sm text-muted-foreground max-md:hidden">
          {description || (hasClient ? type : 'No description')}
        </p>
      </div>
      <PhaseProgress project={project} />
    </article>
  )
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
        <Icon aria-hidden className="size-3.5" />
        {phaseLabels[phase]}
      </span>
    </p>
  )
}
