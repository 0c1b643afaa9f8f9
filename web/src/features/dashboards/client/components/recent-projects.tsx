import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels, projectStatusLabels } from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { FolderKanban } from 'lucide-react'
import { Link } from 'react-router'
import { NewProject } from '#features/projects/shared/new-project.tsx'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useRecentProjects } from '../api.ts'

/** The five most recently changed projects. */
export function RecentProjects({ studio }: { studio: Studio }) {
  const projects = useRecentProjects()
  return (
    <Card
      title="Recent Projects"
      action={
        <ButtonLink look="quiet" size="small">
          <Link to={paths.clientProjects(studio.slug)}>View All</Link>
        </ButtonLink>
      }
    >
      <QueryView
        query={projects}
        loadingText="Loading projects..."
        errorTitle="Failed to load projects"
        empty={
          <EmptyState
            icon={FolderKanban}
            title="No projects yet"
            action={<NewProject studio={studio} look="secondary" />}
          >
            A project collects your sessions, cards and files for one piece of work.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Recent Projects" className="grid divide-y divide-border">
            {rows.map((project) => (
              <ProjectRow key={project.id} project={project} slug={studio.slug} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function ProjectRow({ project, slug }: { project: Project; slug: string }) {
  const { id, title, phase, status } = project
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <Link
        to={paths.clientProject(slug, id)}
        className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
      >
        {title}
      </Link>
      <span className="flex flex-wrap gap-2">
        <Badge>{phaseLabels[phase]}</Badge>
        <Badge>{projectStatusLabels[status]}</Badge>
      </span>
    </li>
  )
}
