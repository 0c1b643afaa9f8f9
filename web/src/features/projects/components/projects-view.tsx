import { PROJECT_SEARCH_MAX } from '@studiohub/contract/features/projects/words.ts'
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
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLiveProjects, useProjects } from '../api.ts'
import { useNextSteps } from '../hooks/use-next-steps.ts'
import { NewProject } from '../shared/new-project.tsx'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'
import { ProjectCard } from './project-card.tsx'

const cardGrid = 'gap-4 sm:grid-cols-2 lg:grid-cols-3'

type ProjectsViewProps = { studio: Pick<Studio, 'id' | 'name' | 'timezone'> }

/** The projects visible to the user, with search. */
export function ProjectsView({ studio }: ProjectsViewProps) {
  useLiveProjects()
  const isClient = useMe().role === 'client'
  const searchId = useId()
  const [q, search] = useSearchInUrl()
  const projects = useProjects(useDeferredValue(q.trim()))
  const getNextStep = useNextSteps(studio)
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
      <search className="max-w-sm">
        <label htmlFor={searchId} className="sr-only">
          Search projects
        </label>
        <SearchInput
          id={searchId}
          maxLength={PROJECT_SEARCH_MAX}
          placeholder="Search by title or description"
          value={q}
          onChange={(event) => search(event.target.value)}
        />
      </search>
      <QueryView
        query={projects}
        loadingText="Loading projects..."
        skeleton={<SkeletonCards count={6} grid={cardGrid} card="h-32 md:h-38" />}
        errorTitle="Failed to load projects"
        empty={
          q.trim() ? (
            <NothingFound q={q} onClear={() => search('')} />
          ) : (
            <NoProjectsYet isClient={isClient} onCreate={() => setCreating(true)} />
          )
        }
      >
        {(rows) => (
          <ul className={cx('grid', cardGrid)} aria-busy={projects.isPlaceholderData}>
            {rows.map((project) => (
              <li key={project.id} className="grid">
                <ProjectCard project={project} showsClient={!isClient} nextStep={getNextStep(project)} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ShowMore list={projects} />
    </Page>
  )
}

/** The search text in the URL. */
function useSearchInUrl(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(params.get('q') ?? '')
  const search = (next: string) => {
    setText(next)
    setParams(next.trim() ? { q: next.trim() } : {}, { replace: true, preventScrollReset: true })
  }
  return [text, search]
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

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
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
      Nothing has “{q.trim()}” in its title or description.
    </EmptyState>
  )
}
