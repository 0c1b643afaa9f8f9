import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { projectTypeLabels } from '@studiohub/contract/features/projects/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ArrowLeft, FolderX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { ProjectTasks } from '#features/tasks/shared/project-tasks.tsx'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { paths } from '#paths.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useLiveProject, useProject } from '../api.ts'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { CardsPanel } from './cards-panel.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { EmptyPanels, useEmptyPanels } from './empty-panels.tsx'
import { FilesPanel } from './files-panel.tsx'
import { ProjectActions } from './project-actions.tsx'
import { ProjectChat } from './project-chat.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { WorkflowPanel } from './workflow-panel.tsx'

const loadDialog = () => import('../shared/project-dialog.tsx')
const ProjectThread = lazy(async () => ({
  default: (await import('#features/conversations/shared/project-thread.tsx')).ProjectThread,
}))
const ProjectDialog = lazy(async () => ({ default: (await loadDialog()).ProjectDialog }))

type ProjectViewProps = { id: string; studio: Pick<Studio, 'id' | 'name' | 'timezone'> }

/** A project page: phase, cards, files, comments, sessions, tasks, messages and activity. */
export function ProjectView({ id, studio }: ProjectViewProps) {
  useLiveProject()
  const project = useProject(id)
  const isMissing = useIsNotFound(project, id)
  useRedirectOnError(project.error !== null && !isMissing && project.data === undefined)
  if (isMissing) return <ProjectNotFound />
  return (
    <QueryView query={project} loadingText="Loading project..." errorTitle="Failed to load project">
      {(loadedProject) => <ProjectPage project={loadedProject} studio={studio} />}
    </QueryView>
  )
}

/** Redirects to the list if the project cannot be loaded (spec sections 2 and 8). */
function useRedirectOnError(failed: boolean) {
  const navigate = useNavigate()
  const isClient = useMe().role === 'client'
  const { projects } = useProjectAndBoardPaths()
  useEffect(() => {
    if (failed) void navigate(isClient ? paths.ownProjects : projects, { replace: true })
  }, [failed, isClient, projects, navigate])
}

function ProjectNotFound() {
  const isClient = useMe().role === 'client'
  const { projects } = useProjectAndBoardPaths()
  return (
    <Page title="Project">
      <EmptyState
        icon={FolderX}
        title="Project not found"
        action={
          <ButtonLink look="secondary">
            <Link to={isClient ? paths.ownProjects : projects}>
              <ArrowLeft aria-hidden />
              Back to projects
            </Link>
          </ButtonLink>
        }
      >
        It may have been removed, or you don't have access to it.
      </EmptyState>
    </Page>
  )
}

function ProjectPage({ project, studio }: { project: Project; studio: Pick<Studio, 'id' | 'name' | 'timezone'> }) {
  const [isEditing, setEditing] = useState(false)
  const { projects, board } = useProjectAndBoardPaths()
  const isOwn = useMe().role === 'client'
  const { title, description, project_type, is_sample } = project
  const type = projectTypeLabels[project_type]
  return (
    <Page
      title={title}
      subtitle={
        <>
          {!isOwn && <ClientName project={project} />}
          {description || type}
        </>
      }
      badge={is_sample && <Badge>Example</Badge>}
      titleSuffix={studio.name}
      breadcrumb={<BackLink to={projects}>All projects</BackLink>}
      otherActions={
        <ProjectActions
          project={project}
          boardPath={paths.boardOfProject(board, project.id)}
          onEdit={() => setEditing(true)}
        />
      }
    >
      <WorkflowPanel project={project} />
      <ProjectPanels project={project} studio={studio} />
      {isEditing && (
        <Suspense fallback={<LoadingOverlay>Opening the form...</LoadingOverlay>}>
          <ProjectDialog studio={studio} project={project} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/**
 * Wide screens have two columns. On others the next session, tasks and files come directly after the cards. Clients have Stu at
 * the end (spec section 2); the studio opens it from the header.
 */
function ProjectPanels({ project, studio }: { project: Project; studio: ProjectViewProps['studio'] }) {
  const isOwn = useMe().role === 'client'
  const empty = useEmptyPanels(project)
  // Then panels do not disappear.
  if (!empty.isKnown) return <SkeletonRows />
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6 max-xl:contents">
        <CardsPanel project={project} />
        <div className="grid grid-cols-1 content-start gap-6 max-xl:order-1">
          {!empty.comments && <CommentsPanel project={project} />}
          {!project.is_sample && (
            <Suspense fallback={null}>
              <div id="messages" className="scroll-mt-20 empty:hidden">
                <ProjectThread
                  studio_id={studio.id}
                  client_id={project.client_id}
                  project_id={project.id}
                  name={isOwn ? studio.name : (project.client_name ?? 'the client')}
                />
              </div>
            </Suspense>
          )}
          <ActivityPanel project={project} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-6 max-xl:contents">
        <div className="grid grid-cols-1 gap-6">
          {!empty.sessions && <SessionsPanel project={project} />}
          <ProjectTasks project_id={project.id} studio={studio} />
          {!empty.files && <FilesPanel project={project} />}
          <EmptyPanels project={project} empty={empty} />
        </div>
        {isOwn && (
          <div className="max-xl:order-2 xl:sticky xl:top-20">
            <ProjectChat project_id={project.id} />
          </div>
        )}
      </div>
    </div>
  )
}

/** The client of the project; for the desk a link to their history. */
function ClientName({ project: { client_id, client_name } }: { project: Project }) {
  const { role, at_desk } = useMe()
  if (!client_name) return null
  return (
    // In one piece on a line.
    <span className="inline-block max-w-full after:mx-1.5 after:content-['·']">
      Client:{' '}
      {role === 'studio_admin' || at_desk ? (
        <Link
          to={paths.withOpen(paths.studioClients, { client: client_id })}
          className="text-link underline underline-offset-4"
        >
          {client_name}
        </Link>
      ) : (
        client_name
      )}
    </span>
  )
}
