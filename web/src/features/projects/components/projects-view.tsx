import {
  PROJECT_SEARCH_MAX,
  type ProjectStatus,
  projectStatuses,
  projectStatusLabels,
} from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { FolderOpen, SearchX } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLiveProjects, useProjects } from '../api.ts'
import { useOutlooks } from '../hooks/use-outlooks.ts'
import { NewProject } from '../shared/new-project.tsx'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'
import { ProjectCard } from './project-card.tsx'

const cardGrid = 'gap-4 sm:grid-cols-2 lg:grid-cols-3'

const ALL = 'all'
const statusChoices = (['active', 'draft', 'on_hold', 'completed', 'cancelled'] as const).map((value) => ({
  value,
  label: projectStatusLabels[value],
}))
const filters = [{ value: ALL, label: 'All' }, ...statusChoices] as const

type ProjectsViewProps = { studio: Pick<Studio, 'id' | 'name' | 'timezone'> }

/** The projects visible to the user, with search and a filter by status. */
export function ProjectsView({ studio }: ProjectsViewProps) {
  useLiveProjects()
  const isClient = useMe().role === 'client'
  const searchId = useId()
  const { q, status, search, showStatus, showAll } = useFilterInUrl()
  const projects = useProjects(useDeferredValue(q.trim()), status)
  const describeOutlook = useOutlooks(studio)
  const navigate = useNavigate()
  const { project: pathOf } = useProjectAndBoardPaths()
  const [isCreating, setCreating] = useState(false)
  const start = (
    <NewProject
      studio={studio}
      isOpen={isCreating}
      onOpenChange={setCreating}
      onDone={({ id }) => navigate(pathOf(id))}
    />
  )
  const subtitle = isClient ? `Your projects at ${studio.name}` : 'Projects of your clients, last changed first'
  return (
    <Page title="Projects" subtitle={subtitle} action={start} {...(isClient && { titleSuffix: studio.name })}>
      <search className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 md:grid-cols-1 lg:grid-cols-[minmax(0,24rem)_auto] lg:justify-between">
        <label htmlFor={searchId} className="sr-only">
          Search projects
        </label>
        <SearchInput
          id={searchId}
          maxLength={PROJECT_SEARCH_MAX}
          placeholder="Search projects"
          value={q}
          onChange={(event) => search(event.target.value)}
        />
        <StatusFilter status={status} onChange={showStatus} />
      </search>
      <QueryView
        query={projects}
        loadingText="Loading projects..."
        skeleton={<SkeletonCards count={6} grid={cardGrid} card="h-44 md:h-50" />}
        errorTitle="Failed to load projects"
        empty={
          q.trim() || status ? (
            <NothingFound q={q.trim()} status={status} onClear={showAll} />
          ) : (
            <NoProjectsYet isClient={isClient} onCreate={() => setCreating(true)} />
          )
        }
      >
        {(rows) => (
          <ul className={cx('grid', cardGrid)} aria-busy={projects.isPlaceholderData}>
            {rows.map((project) => (
              <li key={project.id} className="grid">
                <ProjectCard project={project} showsClient={!isClient} outlook={describeOutlook(project)} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ShowMore list={projects} />
    </Page>
  )
}

type StatusFilterProps = { status: ProjectStatus | undefined; onChange: (status: ProjectStatus | undefined) => void }

/** The statuses side by side, or a select on phones, which have no space for all of them. */
function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <>
      <div className="max-md:hidden">
        <Segmented
          label="Status"
          value={status ?? ALL}
          choices={filters}
          onChange={(value) => onChange(value === ALL ? undefined : value)}
        />
      </div>
      <div className="md:hidden">
        <Select
          aria-label="Status"
          value={status ?? ''}
          placeholder="All statuses"
          choices={statusChoices}
          onChange={({ target }) => onChange(projectStatuses.find((value) => value === target.value))}
        />
      </div>
    </>
  )
}

/** The search text and the status in the URL. */
function useFilterInUrl() {
  const [params, setParams] = useSearchParams()
  const [q, setText] = useState(params.get('q') ?? '')
  const status = projectStatuses.find((value) => value === params.get('status'))
  const show = (text: string, nextStatus: ProjectStatus | undefined) => {
    setText(text)
    const next = { ...(text.trim() && { q: text.trim() }), ...(nextStatus && { status: nextStatus }) }
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return {
    q,
    status,
    search: (text: string) => show(text, status),
    showStatus: (nextStatus: ProjectStatus | undefined) => show(q, nextStatus),
    showAll: () => show('', undefined),
  }
}

function NoProjectsYet({ isClient, onCreate }: { isClient: boolean; onCreate: () => void }) {
  return (
    <EmptyState
      icon={FolderOpen}
      title="No projects yet"
      action={
        <Button look="secondary" onClick={onCreate}>
          {isClient ? 'Start a project' : 'Create the first project'}
        </Button>
      }
    >
      {isClient
        ? 'A project collects your work with the studio: phases, cards and sessions. Start your first one.'
        : 'Projects appear here when a client creates one, or when you create one for a client.'}
    </EmptyState>
  )
}

type NothingFoundProps = { q: string; status: ProjectStatus | undefined; onClear: () => void }

function NothingFound({ q, status, onClear }: NothingFoundProps) {
  const withStatus = status ? ` with the status ${projectStatusLabels[status]}` : ''
  return (
    <EmptyState
      icon={SearchX}
      title="No project found"
      action={
        <Button look="secondary" onClick={onClear}>
          Show all projects
        </Button>
      }
    >
      {q ? `No project${withStatus} has “${q}” in its title or description.` : `There is no project${withStatus}.`}
    </EmptyState>
  )
}
