import { useSearchParams } from 'react-router'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { Select } from '#ui/select.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useConversations } from './api.ts'
import { Thread } from './shared/thread.tsx'

/** A client's messages with their studio, in general or about a project. */
export default function ClientMessagesScreen() {
  const { studio, me } = useActiveStudio()
  const [query, setQuery] = useSearchParams()
  if (!studio) return <NoStudio page="Messages" />
  const project = query.get('project')
  const thread = { studio_id: studio.id, client_id: me.user.id, ...(project && { project_id: project }) }
  return (
    <Page title="Messages" subtitle={`Write to ${studio.name}`} titleSuffix={studio.name}>
      <div className="flex min-h-96 flex-col gap-3 max-md:h-[calc(100dvh-11rem-var(--bottom-tabs))] md:h-[calc(100dvh-13.25rem)] md:rounded-md md:border md:border-border md:bg-card md:p-4">
        <Topic
          studio_id={studio.id}
          project={project}
          onChange={(next) => setQuery(next ? { project: next } : {}, { preventScrollReset: true })}
        />
        <div className="min-h-0 flex-1">
          <Thread key={project} thread={thread} name={studio.name} fills />
        </div>
      </div>
    </Page>
  )
}

type TopicProps = { studio_id: string; project: string | null; onChange: (project: string) => void }

/** A select for the conversation. Renders nothing if no conversation is about a project. */
function Topic({ studio_id, project, onChange }: TopicProps) {
  const { data } = useConversations(studio_id)
  const general = data?.find(({ project_id }) => project_id === null)
  const projectConversations = (data ?? []).filter(({ project_id }) => project_id !== null)
  if (projectConversations.length === 0 && project === null) return null
  // Whether the conversation does not exist yet. The first message creates it.
  const isNew = project !== null && !projectConversations.some(({ project_id }) => project_id === project)
  const withUnread = (label: string, unread = 0) => (unread > 0 ? `${label} (${unread} unread)` : label)
  return (
    <Field label="About">
      {(control) => (
        <Select
          {...control}
          value={project ?? ''}
          choices={[
            { value: '', label: withUnread('Everything else', general?.unread) },
            ...(isNew ? [{ value: project, label: 'This project' }] : []),
            ...projectConversations.map(({ project_id, project_title, unread }) => ({
              value: project_id ?? '',
              label: withUnread(project_title ?? 'Project', unread),
            })),
          ]}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
