import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#paths.ts'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useConversations } from './api.ts'
import { ClientConversations, conversationTitle } from './components/client-conversations.tsx'
import { Thread } from './shared/thread.tsx'

/** A client's messages with their studio, in general or about a project. */
export default function ClientMessagesScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio page="Messages" />
  return <ClientMessages studio={studio} client_id={me.user.id} />
}

type ClientMessagesProps = { studio: Pick<Studio, 'id' | 'name' | 'slug'>; client_id: string }

function ClientMessages({ studio, client_id }: ClientMessagesProps) {
  const conversations = useConversations(studio.id)
  const project = useSelectedProject(conversations, client_id)
  return (
    <Page title="Messages" subtitle={`Write to ${studio.name}`} titleSuffix={studio.name}>
      <div
        data-fills-screen
        className="flex min-h-96 flex-col gap-3 max-md:h-[calc(100dvh-10.5rem-var(--bottom-tabs))] md:h-[calc(100dvh-12.5rem)] lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-1 lg:gap-6"
      >
        {project === undefined ? (
          <LoadingMessages />
        ) : (
          <>
            <ClientConversations conversations={conversations} client_id={client_id} project={project} />
            <div className="flex min-h-0 flex-1 flex-col md:rounded-md md:border md:border-border md:bg-card">
              <ThreadHeader
                title={conversationTitle(conversations.data ?? [], project)}
                projectPath={project && paths.clientProject(studio.slug, project)}
              />
              <div className="min-h-0 flex-1 md:p-4">
                <Thread
                  key={`${studio.id} ${project}`}
                  thread={{ studio_id: studio.id, client_id, ...(project && { project_id: project }) }}
                  name={studio.name}
                  fills
                />
              </div>
            </div>
          </>
        )}
      </div>
    </Page>
  )
}

/**
 * The project in the address; null for the general conversation, undefined while the conversations load. An address without a
 * conversation opens the newest one, which replaces it in the history, so that a new message does not open another one.
 */
function useSelectedProject({ data, isPending }: ReturnType<typeof useConversations>, client_id: string) {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const project = query.get('project')
  const isSelected = project !== null || query.has('client')
  const newest = data?.[0]
  const newestProject = newest?.project_id ?? null
  const path =
    newest && !isSelected
      ? paths.messagesOf(pathname, newestProject === null ? client_id : null, newestProject)
      : undefined
  useEffect(() => {
    if (path) void navigate(path, { replace: true, preventScrollReset: true })
  }, [path, navigate])
  if (isSelected) return project
  return isPending ? undefined : newestProject
}

/** What the messages are about. Without space for the list next to them, the folded list shows it. */
function ThreadHeader({ title, projectPath }: { title: string; projectPath: string | null }) {
  return (
    <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-border px-4 max-lg:hidden">
      <h2 className="min-w-0 truncate text-base font-semibold">{title}</h2>
      {projectPath && (
        <Link to={projectPath} className="shrink-0 text-sm text-link hover:underline">
          Open the project
        </Link>
      )}
    </div>
  )
}

const LoadingMessages = () => (
  <div className="lg:col-start-2">
    <p role="status" className="sr-only">
      Loading messages...
    </p>
    <SkeletonRows />
  </div>
)
