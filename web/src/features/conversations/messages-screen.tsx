import { canBlockClient } from '@studiohub/contract/features/conversations/policy.ts'
import { ArrowLeft, MessageSquare } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#paths.ts'
import { Combobox } from '#ui/combobox.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useClients } from '../clients/api.ts'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useMessages } from './api.ts'
import { ConversationList } from './components/conversation-list.tsx'
import { Thread } from './shared/thread.tsx'

type Places = {
  subtitle: string
  all: string
  project: (id: string) => string
}

const deskPlaces: Places = {
  subtitle: 'Conversations with your clients',
  all: paths.studioMessages,
  project: paths.studioProject,
}

const crewPlaces: Places = {
  subtitle: 'Conversations about projects that you work on',
  all: paths.staffMessages,
  project: paths.staffProject,
}

/** The messages of a studio: the list of conversations, and next to it the chosen one. A phone shows one of the two. */
export default function MessagesScreen() {
  const { studio, me } = useActiveStudio()
  const [query] = useSearchParams()
  if (!studio) return <NoStudio page="Messages" />
  const selected = { client: query.get('client'), project: query.get('project') }
  const isOpen = selected.client !== null
  // Crew see the conversations of projects that they work on.
  const isDesk = canBlockClient(toActor(me), studio.id)
  const places = isDesk ? deskPlaces : crewPlaces
  return (
    <Page title="Messages" subtitle={places.subtitle} titleSuffix={studio.name} wide>
      <div className="grid gap-6 md:grid-cols-[20rem_minmax(0,1fr)]">
        <div className={cx('grid content-start gap-4 md:max-h-[75dvh] md:overflow-y-auto', isOpen && 'max-md:hidden')}>
          {isDesk && <WriteToClient studio_id={studio.id} />}
          <ConversationList studio_id={studio.id} selected={selected} messages={places.all} />
        </div>
        {selected.client !== null ? (
          <ChosenThread
            key={`${selected.client} ${selected.project}`}
            studio_id={studio.id}
            client_id={selected.client}
            project_id={selected.project}
            places={places}
          />
        ) : (
          <div className="max-md:hidden">
            <EmptyState icon={MessageSquare} title="No conversation selected">
              {isDesk
                ? 'Select one from the list, or find a client to write to.'
                : 'Select one from the list, or write from the page of a project.'}
            </EmptyState>
          </div>
        )}
      </div>
    </Page>
  )
}

/** Finds a client by name and opens their conversation, which may be empty. */
function WriteToClient({ studio_id }: { studio_id: string }) {
  const [typed, setTyped] = useState('')
  const clients = useClients(studio_id, useDeferredValue(typed.trim()))
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
          onType={setTyped}
          onChange={(id) => id && void navigate(paths.messagesOf(paths.studioMessages, id, null))}
        />
      )}
    </Field>
  )
}

type ChosenProps = { studio_id: string; client_id: string; project_id: string | null; places: Places }

function ChosenThread({ studio_id, client_id, project_id, places }: ChosenProps) {
  const thread = { studio_id, client_id, ...(project_id && { project_id }) }
  const name = useMessages(thread).data?.pages[0]?.conversation.client_name ?? 'this client'
  return (
    <div className="flex h-[75dvh] min-h-96 flex-col gap-3 max-md:h-[calc(100dvh-14rem)]">
      <div className="flex flex-wrap items-center gap-3">
        <Link to={places.all} className="inline-flex items-center gap-1 text-sm text-link hover:underline md:hidden">
          <ArrowLeft aria-hidden className="size-4" />
          All conversations
        </Link>
        <h2 className="text-lg font-semibold">{name}</h2>
        {project_id && (
          <Link to={places.project(project_id)} className="text-sm text-link hover:underline">
            Open the project
          </Link>
        )}
      </div>
      <div className="min-h-0 flex-1">
        <Thread thread={thread} name={name} fills />
      </div>
    </div>
  )
}
