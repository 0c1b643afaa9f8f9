import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import { MessageSquare } from 'lucide-react'
import { paths } from '#paths.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useConversations } from '../api.ts'
import { mergeLists } from '../model/merge-lists.ts'
import { previewText } from '../shared/preview-text.ts'
import { ConversationRow } from './conversation-row.tsx'

type SelectedConversation = { client: string | null; project: string | null }

type ListProps = {
  studio_id: string
  selected: SelectedConversation
  /** The path of the page with the list. */
  listPath: string
  emptyText: string
}

/** The user's conversations at a studio. Those with unread messages come first. */
export function ConversationList({ studio_id, selected, listPath, emptyText }: ListProps) {
  const unreadConversations = useConversations(studio_id, 'unread')
  const readConversations = useConversations(studio_id, 'read')
  const isSelected = ({ client_id, project_id }: Conversation) =>
    client_id === selected.client && project_id === selected.project
  const data =
    unreadConversations.data &&
    readConversations.data &&
    mergeLists(
      { data: unreadConversations.data, dataUpdatedAt: unreadConversations.dataUpdatedAt },
      { data: readConversations.data, dataUpdatedAt: readConversations.dataUpdatedAt },
    )
  return (
    <div className="grid content-start gap-3">
      <QueryView
        query={{
          data,
          error: unreadConversations.error ?? readConversations.error,
          isFetching: unreadConversations.isFetching || readConversations.isFetching,
          refetch: () => Promise.all([unreadConversations.refetch(), readConversations.refetch()]),
        }}
        loadingText="Loading conversations..."
        errorTitle="Failed to load the conversations"
        empty={
          <EmptyState icon={MessageSquare} title="No messages yet">
            {emptyText}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul
            aria-label="Conversations"
            className="grid gap-1 max-md:gap-0 max-md:divide-y max-md:divide-border max-md:rounded-md max-md:border max-md:border-border max-md:bg-card"
          >
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                isOneOfSeveral={rows.some(({ id, client_id }) => id !== row.id && client_id === row.client_id)}
                isSelected={isSelected(row)}
                listPath={listPath}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <ShowMore list={unreadConversations} label="Show more unread conversations" />
      <ShowMore list={readConversations} label="Show more conversations" />
    </div>
  )
}

type RowProps = {
  row: Conversation
  /** Whether the list has another conversation with the same client. */
  isOneOfSeveral: boolean
  isSelected: boolean
  listPath: string
}

function Row({ row, isOneOfSeveral, isSelected, listPath }: RowProps) {
  const { client_id, client_name, project_id, project_title, last_from_studio, last_message_at, unread } = row
  return (
    <ConversationRow
      to={paths.messagesOf(listPath, client_id, project_id)}
      person={client_name}
      isSelected={isSelected}
      title={client_name ?? 'No name'}
      project={project_id === null && isOneOfSeveral ? 'General' : project_title}
      preview={`${last_from_studio ? 'Studio: ' : ''}${previewText(row)}`}
      last_message_at={last_message_at}
      unread={unread}
      isUnanswered={!last_from_studio}
    />
  )
}
