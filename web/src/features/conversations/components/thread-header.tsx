import { ArrowLeft, FolderKanban, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useClient } from '#features/clients/api.ts'
import { useSelectedProject } from '#features/projects/api.ts'
import { paths } from '#paths.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
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
  const about = [project?.title, client?.company].filter(Boolean).join(' · ')
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
        {/* Phones have no space for the email address. Conversations about no project may have no second line there. */}
        <p className={cx('truncate text-sm text-muted-foreground', project_id ? 'min-h-5' : 'md:min-h-5')}>
          {about}
          {client?.email && (
            <span className="max-md:hidden">
              {about && ' · '}
              {client.email}
            </span>
          )}
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
