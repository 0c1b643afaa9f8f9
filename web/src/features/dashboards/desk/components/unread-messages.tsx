import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { useConversations } from '#features/conversations/api.ts'
import { MessageTime } from '#features/conversations/shared/message-time.tsx'
import { previewText } from '#features/conversations/shared/preview-text.ts'
import { paths } from '#paths.ts'
import { SideError, SideLink, SideRow, SideSection } from './side-section.tsx'
import { MessagesSkeleton } from './side-skeleton.tsx'

const SHOWN = 3

/**
 * The newest conversations with unread messages that wait for an answer. Nothing if there are none. A conversation that
 * a colleague has answered is only in the number of the sidebar.
 */
export function UnreadMessages({ studio }: { studio: Studio }) {
  const conversations = useConversations(studio.id, 'unread')
  const { error } = conversations
  const rows = conversations.data?.filter(({ last_from_studio }) => !last_from_studio)
  if (error && !rows) {
    return (
      <SideSection title="Messages" count={0}>
        <SideError text="Failed to load messages." query={conversations} />
      </SideSection>
    )
  }
  if (!rows) return <MessagesSkeleton />
  if (rows.length === 0) return null
  return (
    <SideSection title="Messages" count={rows.length} countWords="waiting for an answer">
      <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
        {rows.slice(0, SHOWN).map((conversation) => (
          <SideRow
            key={conversation.id}
            to={paths.messagesOf(paths.studioMessages, conversation.client_id, conversation.project_id)}
            title={conversation.client_name ?? 'No name'}
            aside={
              <span className="shrink-0 text-xs text-muted-foreground">
                <MessageTime at={conversation.last_message_at} zone={studio.timezone} />
              </span>
            }
            note={describe(conversation)}
          />
        ))}
      </ul>
      {rows.length > SHOWN && <SideLink to={paths.studioMessages}>All messages</SideLink>}
    </SideSection>
  )
}

/** The project, and the beginning of the newest message. */
function describe(conversation: Conversation): string {
  const text = previewText(conversation)
  return conversation.project_title ? `${conversation.project_title} · ${text}` : text
}
