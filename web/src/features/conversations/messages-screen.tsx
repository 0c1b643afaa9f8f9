import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ArrowLeft, UserX } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useConversations, useMessages } from './api.ts'
import { ConversationList } from './components/conversation-list.tsx'
import { NewMessage } from './components/new-message.tsx'
import { ThreadHeader } from './components/thread-header.tsx'
import { Thread } from './shared/thread.tsx'

type ScreenVariant = {
  subtitle: string
  emptyText: string
  listPath: string
  projectPath: (id: string) => string
}

const deskScreen: ScreenVariant = {
  subtitle: 'Conversations with your clients',
  emptyText: 'Write to a client with “New message”. What you write to each other appears here.',
  listPath: paths.studioMessages,
  projectPath: paths.studioProject,
}

const crewScreen: ScreenVariant = {
  subtitle: 'Conversations about projects that you work on',
  emptyText: 'Open the page of a project that you work on to write to its client.',
  listPath: paths.staffMessages,
  projectPath: paths.staffProject,
}

export default function MessagesScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio page="Messages" />
  // Crew see the conversations of projects that they work on.
  return <Messages studio={studio} isDesk={canBlockClient(toActor(me), studio.id)} />
}

type MessagesProps = { studio: Pick<Studio, 'id' | 'name'>; isDesk: boolean }

/** The messages of a studio: the list of conversations, and the selected one next to it. A phone shows only one of them. */
function Messages({ studio, isDesk }: MessagesProps) {
  const [query] = useSearchParams()
  const selected = { client: query.get('client'), project: query.get('project') }
  const isOpen = selected.client !== null
  const screen = isDesk ? deskScreen : crewScreen
  const { newest, isEmpty } = useNewestConversation(studio.id)
  useOpenNewest(isOpen ? null : newest, screen.listPath)
  // Without conversations, the list has nothing next to it.
  const isAlone = isEmpty && !isOpen
  return (
    <Page
      title="Messages"
      subtitle={screen.subtitle}
      titleSuffix={studio.name}
      dense
      hidesHeadOnPhone={isOpen}
      {...(isDesk && { action: <NewMessage studio_id={studio.id} /> })}
    >
      <div
        className={cx(
          'grid grid-cols-1 gap-4 md:mt-2 md:h-[calc(100dvh-9.5rem)] md:min-h-96 md:grid-rows-1',
          'md:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]',
          !isOpen && 'mt-2',
        )}
      >
        <section
          aria-labelledby="conversations-title"
          className={cx('min-h-0 flex-col md:flex', isOpen && 'max-md:hidden', isAlone ? 'md:col-span-2' : paneClasses)}
        >
          <h2 id="conversations-title" className="sr-only">
            Conversations
          </h2>
          <div className="min-h-0 md:grow md:overflow-y-auto md:p-2">
            <ConversationList
              studio_id={studio.id}
              selected={selected}
              listPath={screen.listPath}
              emptyText={screen.emptyText}
            />
          </div>
        </section>
        {selected.client !== null && (
          <SelectedThread
            key={`${selected.client} ${selected.project}`}
            studio_id={studio.id}
            client_id={selected.client}
            project_id={selected.project}
            screen={screen}
            isDesk={isDesk}
          />
        )}
        {!isOpen && !isEmpty && <div className={cx('max-md:hidden', paneClasses)} />}
      </div>
    </Page>
  )
}

const paneClasses = 'md:rounded-md md:border md:border-border md:bg-card'

/** The conversation with the newest message, when both lists are loaded; and whether both are empty. */
function useNewestConversation(studio_id: string): { newest: Conversation | null; isEmpty: boolean } {
  const unread = useConversations(studio_id, 'unread').data
  const read = useConversations(studio_id, 'read').data
  if (!unread || !read) return { newest: null, isEmpty: false }
  const newest = [...unread, ...read].reduce<Conversation | null>(
    (found, each) => (found && found.last_message_at >= each.last_message_at ? found : each),
    null,
  )
  return { newest, isEmpty: newest === null }
}

/** Opens a conversation on wide screens. It replaces the address of the list in the history, so that "back" leaves the page. */
function useOpenNewest(newest: Conversation | null, listPath: string) {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const path = newest && !isPhone ? paths.messagesOf(listPath, newest.client_id, newest.project_id) : null
  useEffect(() => {
    if (path) void navigate(path, { replace: true, preventScrollReset: true })
  }, [path, navigate])
}

const ClientNotFound = ({ listPath }: { listPath: string }) => (
  <EmptyState
    icon={UserX}
    title="Client not found"
    action={
      <ButtonLink look="secondary">
        <Link to={listPath}>
          <ArrowLeft aria-hidden />
          All conversations
        </Link>
      </ButtonLink>
    }
  >
    They may have been removed, or you don't have access to this conversation.
  </EmptyState>
)

type SelectedThreadProps = {
  studio_id: string
  client_id: string
  project_id: string | null
  screen: ScreenVariant
  isDesk: boolean
}

function SelectedThread({ studio_id, client_id, project_id, screen, isDesk }: SelectedThreadProps) {
  const thread = { studio_id, client_id, ...(project_id && { project_id }) }
  const messages = useMessages(thread)
  const isMissing = useIsNotFound(messages, client_id)
  const client_name = messages.data?.pages[0]?.conversation.client_name ?? null
  if (isMissing) return <ClientNotFound listPath={screen.listPath} />
  return (
    <div className="flex min-h-96 flex-col max-md:h-[calc(100dvh-5.5rem-var(--bottom-tabs))] max-md:gap-3 md:rounded-md md:border md:border-border md:bg-card">
      <ThreadHeader
        thread={thread}
        client_name={client_name}
        listPath={screen.listPath}
        projectPath={screen.projectPath}
        isDesk={isDesk}
      />
      <div className="min-h-0 flex-1 md:p-4">
        <Thread thread={thread} name={client_name ?? 'this client'} fills />
      </div>
    </div>
  )
}
