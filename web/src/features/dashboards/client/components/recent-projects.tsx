import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { FolderKanban, SquareKanban } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { ProjectStatusBadge, phaseIcons } from '#features/projects/shared/marks.tsx'
import { NewProject } from '#features/projects/shared/new-project.tsx'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useProjectStats, useRecentProjects } from '../api.ts'

/** The counters of the projects, and the five most recently changed ones. */
export function RecentProjects({ studio }: { studio: Studio }) {
  const projects = useRecentProjects()
  const navigate = useNavigate()
  const hasNone = projects.data?.length === 0
  return (
    <Card
      title="Recent Projects"
      action={
        // On phones without icons, so that the buttons are in one row.
        <div className="-my-1 flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
          {/* Not in the empty state, which is gone before a new project can open. */}
          <NewProject
            studio={studio}
            look="secondary"
            size="small"
            onDone={({ id }) => navigate(paths.clientProject(studio.slug, id))}
          />
          <ButtonLink
            look={hasNone ? 'quiet' : 'secondary'}
            size="small"
            className={cx('max-md:min-h-11', hasNone && 'max-md:px-2')}
          >
            <Link to={paths.clientBoard(studio.slug)}>
              <SquareKanban aria-hidden />
              Open Board
            </Link>
          </ButtonLink>
          <ButtonLink look="quiet" size="small" className="max-md:min-h-11 max-md:px-2">
            <Link to={paths.clientProjects(studio.slug)}>View All</Link>
          </ButtonLink>
        </div>
      }
    >
      {/* If the projects fail to load, their error is enough. */}
      {(projects.data || !projects.error) && <ProjectCounters studio={studio} isQuiet={hasNone} />}
      <QueryView
        query={projects}
        loadingText="Loading projects..."
        errorTitle="Failed to load projects"
        empty={
          <EmptyState icon={FolderKanban} title="No projects yet">
            A project collects your sessions, cards and files for one piece of work.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Recent Projects" className="-mt-2 grid divide-y divide-border">
            {rows.map((project) => (
              <ProjectRow key={project.id} project={project} slug={studio.slug} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

/** @param isQuiet small, because all figures are zero */
function ProjectCounters({ studio, isQuiet }: { studio: Studio; isQuiet: boolean }) {
  const stats = useProjectStats()
  const to = paths.clientProjects(studio.slug)
  return (
    <QueryView
      query={stats}
      loadingText="Loading projects..."
      skeleton={<Skeleton className="h-11 w-96 max-w-full" />}
      errorTitle="Failed to load projects"
    >
      {({ active, in_production, completed }) => {
        const counters = { 'Active Projects': active, 'In Production': in_production, Completed: completed }
        return isQuiet ? (
          <QuietCounters counters={counters} />
        ) : (
          <CounterStrip>
            {Object.entries(counters).map(([title, value]) => (
              <StripCounter key={title} title={title} value={value} to={to} />
            ))}
          </CounterStrip>
        )
      }}
    </QueryView>
  )
}

const QuietCounters = ({ counters }: { counters: Record<string, number> }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
    {Object.entries(counters).map(([title, value]) => (
      <li key={title} className="flex gap-1.5">
        <h2>{title}</h2> <p className="font-medium tabular-nums">{value}</p>
      </li>
    ))}
  </ul>
)

function ProjectRow({ project, slug }: { project: Project; slug: string }) {
  const { id, title, phase, status, updated_at } = project
  const Icon = phaseIcons[phase]
  return (
    <li className="relative flex items-center justify-between gap-4 py-3 last:pb-0">
      <span className="grid min-w-0 gap-0.5">
        <Link
          to={paths.clientProject(slug, id)}
          className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted-foreground">
          <Icon aria-hidden className="size-4" />
          {phaseLabels[phase]}
          <span className="max-sm:hidden">
            · Updated <RelativeTime at={updated_at} />
          </span>
        </span>
      </span>
      <ProjectStatusBadge status={status} />
    </li>
  )
}
