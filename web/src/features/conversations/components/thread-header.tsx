import { ArrowLeft, FolderKanban, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useClient } from '#features/clients/api.ts'
import { useSelectedProject } from '#features/projects/api.ts'
import { paths } from '#paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { ConversationKey } from '../api.ts'
import { BlockMenu } from '../shared/block-button.tsx'

type ThreadHeaderProps = {
  thread: ConversationKey
  /** Null while it loads, and for an unknown client. */
  client_name: string | null
  listPath: string
  projectPath: (id: string) => string
  /** Whether the user may see the client's record. */
  isDesk: boolean
}

/** Who the conversation is with and what it is about, with links to both. */
export function ThreadHeader({ thread, client_name, listPath, projectPath, isDesk }: ThreadHeaderProps) {
  const { studio_id, client_id, project_id } = thread
  const { data: project } = useSelectedProject(project_id ?? '', project_id !== undefined)
  const { data: client } = useClient(studio_id, isDesk && client_name !== null ? client_id : null)
  const name = client_name ?? 'this client'
  const clientPath = paths.withOpen(paths.studioClients, { client: client_id })
  const context = [project?.title, client?.company, client?.email].filter(Boolean).join(' · ')
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 md:h-16 md:border-b md:border-border md:px-4">
      <Link
        to={listPath}
        className="-mr-2 -ml-2.5 grid size-11 shrink-0 place-items-center rounded-md hover:bg-muted md:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
        <span className="sr-only">All conversations</span>
      </Link>
      <Avatar src={null} name={name} />
      <div className="grid min-w-0 grow grid-cols-1">
        <h2 className="truncate text-base leading-6 font-semibold">
          {isDesk ? (
            <Link to={clientPath} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p title={context} className="min-h-5 truncate text-sm text-muted-foreground">
          {context}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {project_id && (
          <ButtonLink look="quiet" className="max-md:size-11 max-md:p-0">
            <Link to={projectPath(project_id)}>
              <FolderKanban aria-hidden />
              <span className="max-md:sr-only">Open the project</span>
            </Link>
          </ButtonLink>
        )}
        {isDesk && (
          <ButtonLink look="quiet" className="max-md:hidden">
            <Link to={clientPath}>
              <UserRound aria-hidden />
              Open the client
            </Link>
          </ButtonLink>
        )}
        <BlockMenu thread={thread} />
      </div>
    </header>
  )
}
