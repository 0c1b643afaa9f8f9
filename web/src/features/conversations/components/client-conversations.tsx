import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import { ChevronDown, FolderKanban, MessageSquare } from 'lucide-react'
import { useLocation } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { useMediaQuery } from '#ui/use-is-phone.ts'
import type { useConversations } from '../api.ts'
import { previewText } from '../shared/preview-text.ts'
import { ConversationRow } from './conversation-row.tsx'

type Entry = {
  /** Null for the general conversation. */
  project_id: string | null
  title: string
  /** Null before the first message. */
  conversation: Conversation | null
}

type ClientConversationsProps = {
  conversations: ReturnType<typeof useConversations>
  client_id: string
  /** The project of the selected conversation; null for the general one. */
  project: string | null
}

/**
 * A client's conversations with their studio, newest first. Screens without space for the list next to the messages show it
 * above them, folded.
 */
export function ClientConversations({ conversations, client_id, project }: ClientConversationsProps) {
  const isFolded = useMediaQuery('(max-width: 1023px)')
  const { pathname } = useLocation()
  const entries = listEntries(conversations.data ?? [], project)
  const list = (
    <div className="grid content-start gap-3">
      <ul aria-label="Conversations" className="grid gap-1">
        {entries.map(({ project_id, title, conversation }) => (
          <ConversationRow
            key={project_id}
            to={paths.messagesOf(pathname, project_id === null ? client_id : null, project_id)}
            isSelected={project_id === project}
            icon={project_id === null ? MessageSquare : FolderKanban}
            title={title}
            preview={
              <span className="line-clamp-2 whitespace-normal wrap-anywhere">
                {conversation ? previewOf(conversation) : emptyText(project_id)}
              </span>
            }
            last_message_at={conversation?.last_message_at ?? null}
            unread={conversation?.unread ?? 0}
          />
        ))}
      </ul>
      <ShowMore list={conversations} label="Show more conversations" />
    </div>
  )
  if (!isFolded) return <div className="min-h-0 overflow-y-auto">{list}</div>
  if (entries.length === 1) return null
  const unread = entries.filter(({ project_id, conversation }) => project_id !== project && conversation?.unread).length
  return (
    // A selection renders new details, which are folded.
    <details key={project} className="group rounded-md border border-border bg-card">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-sm">
        <span className="text-muted-foreground">About</span>
        <span className="min-w-0 grow truncate font-medium">{titleOf(entries, project)}</span>
        {unread > 0 && <Badge tone="accent">{unread} unread</Badge>}
        <ChevronDown aria-hidden className="size-4 shrink-0 transition duration-150 group-open:rotate-180" />
      </summary>
      <div className="max-h-[40dvh] overflow-y-auto border-t border-border p-1">{list}</div>
    </details>
  )
}

/** The title of a client's conversation: its project, or that it is about no project. */
export const conversationTitle = (conversations: readonly Conversation[], project: string | null) =>
  titleOf(listEntries(conversations, project), project)

const titleOf = (entries: readonly Entry[], project: string | null) =>
  entries.find(({ project_id }) => project_id === project)?.title ?? ''

/** Adds the selected and the general conversation if they do not exist yet. The first message creates them. */
function listEntries(conversations: readonly Conversation[], project: string | null): Entry[] {
  const isNew = (id: string | null) => !conversations.some(({ project_id }) => project_id === id)
  return [
    ...(project !== null && isNew(project) ? [{ project_id: project, title: 'This project', conversation: null }] : []),
    ...conversations.map((conversation) => ({
      project_id: conversation.project_id,
      title: conversation.project_id === null ? 'General' : (conversation.project_title ?? 'Project'),
      conversation,
    })),
    ...(isNew(null) ? [{ project_id: null, title: 'General', conversation: null }] : []),
  ]
}

const previewOf = (conversation: Conversation) =>
  `${conversation.last_from_studio ? '' : 'You: '}${previewText(conversation)}`

const emptyText = (project_id: string | null) =>
  project_id === null ? 'Anything that is not about a project' : 'New conversation'
