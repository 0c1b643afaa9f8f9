import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { projectTypeLabels } from '@studiohub/contract/features/projects/words.ts'
import { Link } from 'react-router'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { useWorkPaths } from '../hooks/use-work-paths.ts'
import { PhaseBadge, ProjectStatusBadge } from '../shared/marks.tsx'

type ProjectCardProps = { project: Project; showsClient?: boolean }

/** A project in a list; the whole card is a link. */
export function ProjectCard({ project, showsClient = false }: ProjectCardProps) {
  const { project: pathOf } = useWorkPaths()
  const { id, title, description, phase, status, project_type, updated_at, client_name, is_sample } = project
  return (
    <article className="relative grid content-start gap-3 rounded-md border border-border bg-card p-5 transition duration-150 hover:border-ring">
      <header className="grid gap-0.5">
        <h2 className="text-base font-semibold break-words">
          <Link to={pathOf(id)} className="after:absolute after:inset-0 after:content-['']">
            {title}
          </Link>
        </h2>
        <p className="text-sm text-muted-foreground">
          {projectTypeLabels[project_type]}
          {showsClient && client_name && ` for ${client_name}`}
        </p>
      </header>
      {description && <p className="line-clamp-2 text-sm text-muted-foreground">{description}</p>}
      <div className="flex flex-wrap gap-2">
        <PhaseBadge phase={phase} />
        <ProjectStatusBadge status={status} />
        {is_sample && <Badge>Example</Badge>}
      </div>
      <p className="text-xs text-muted-foreground">Updated {formatDateTime(updated_at)}</p>
    </article>
  )
}
