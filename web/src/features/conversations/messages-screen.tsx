import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ArrowLeft, MessageSquare, UserX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useClients } from '../clients/api.ts'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useConversations, useMessages } from './api.ts'
import { ConversationList } from './components/conversation-list.tsx'
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
  emptyText: 'Find a client above to write to. What you write to each other appears here.',
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
  const isEmpty = useHasNoConversations(studio.id) && !isOpen
  return (
    <Page title="Messages" subtitle={screen.subtitle} titleSuffix={studio.name} dense hidesHeadOnPhone={isOpen}>
      <div className="grid grid-cols-1 gap-6 md:mt-2 md:h-[calc(100dvh-9.5rem)] md:min-h-96 md:grid-cols-[20rem_minmax(0,1fr)] md:grid-rows-1">
        <div
          className={cx(
            'grid content-start gap-4 md:overflow-y-auto',
            isOpen && 'max-md:hidden',
            // Without conversations, the list has nothing next to it.
            isEmpty && 'md:col-span-2',
          )}
        >
          {isDesk && (
            <div className="md:max-w-80">
              <WriteToClient studio_id={studio.id} />
            </div>
          )}
          <ConversationList
            studio_id={studio.id}
            selected={selected}
            listPath={screen.listPath}
            emptyText={screen.emptyText}
          />
        </div>
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
        {!isOpen && !isEmpty && <NoneSelected />}
      </div>
    </Page>
  )
}

/** Whether both lists of conversations are loaded and empty. */
function useHasNoConversations(studio_id: string) {
  const unread = useConversations(studio_id, 'unread')
  const read = useConversations(studio_id, 'read')
  return unread.data?.length === 0 && read.data?.length === 0
}

/** The place of the conversation on wide screens. None opens by itself, because opening marks it as read. */
const NoneSelected = () => (
  <div className="grid place-content-center justify-items-center gap-3 rounded-md border border-border bg-card p-6 text-center max-md:hidden">
    <span className="grid size-12 place-items-center rounded-full bg-muted text-muted-foreground">
      <MessageSquare aria-hidden className="size-6" />
    </span>
    <h2 className="text-base font-semibold">Choose a conversation</h2>
    <p className="max-w-xs text-sm text-balance text-muted-foreground">
      Its messages appear here. Until then, unread ones stay unread.
    </p>
  </div>
)

/** Finds a client by name and opens their conversation, which may be empty. */
function WriteToClient({ studio_id }: { studio_id: string }) {
  const [searchText, setSearchText] = useState('')
  const clients = useClients(studio_id, useDeferredValue(searchText.trim()))
  const navigate = useNavigate()
  const choices = (clients.data ?? []).map(({ id, full_name }) => ({ value: id, label: full_name ?? 'No name' }))
  return (
    <Field label="Write to a client">
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value=""
          placeholder="Name of the client"
          emptyText={clients.isFetching ? 'Loading clients...' : 'No client has this name.'}
          onType={setSearchText}
          onChange={(id) => id && void navigate(paths.messagesOf(paths.studioMessages, id, null))}
        />
      )}
    </Field>
  )
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
