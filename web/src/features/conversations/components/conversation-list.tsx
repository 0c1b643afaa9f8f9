import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useConversations } from '../api.ts'

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
  const data = unreadConversations.data &&
    readConversations.data && [...unreadConversations.data, ...readConversations.data]
  return (
    <div className="grid content-start gap-3">
      <QueryView
        query={{ ...readConversations, data, error: unreadConversations.error ?? readConversations.error }}
        loadingText="Loading conversations..."
        errorTitle="Failed to load the conversations"
        empty={
          <EmptyState icon={MessageSquare} title="No messages yet">
            {emptyText}
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Conversations" className="grid gap-1">
            {rows.map((row) => (
              <Row key={row.id} row={row} isSelected={isSelected(row)} listPath={listPath} />
            ))}
          </ul>
        )}
      </QueryView>
      <ShowMore list={unreadConversations} label="Show more unread conversations" />
      <ShowMore list={readConversations} label="Show more conversations" />
    </div>
  )
}

function Row({ row, isSelected, listPath }: { row: Conversation; isSelected: boolean; listPath: string }) {
  const { client_id, client_name, project_id, project_title, last_from_studio, last_message_at, unread } = row
  return (
    <li>
      <Link
        to={paths.messagesOf(listPath, client_id, project_id)}
        preventScrollReset
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'grid min-h-14 grid-cols-1 content-center gap-0.5 rounded-md px-3 py-2 text-sm hover:bg-muted max-md:-mx-3',
          isSelected && 'bg-muted',
        )}
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 grow truncate">
            <span className={unread > 0 ? 'font-semibold' : 'font-medium'}>{client_name ?? 'No name'}</span>
            {project_title && <span className="text-muted-foreground"> · {project_title}</span>}
          </span>
          <span className="shrink-0 text-xs text-muted-foreground">
            <RelativeTime at={last_message_at} />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 grow truncate', unread === 0 && 'text-muted-foreground')}>
            {last_from_studio && 'Studio: '}
            {previewOf(row)}
          </span>
          {unread > 0 && <Badge tone="accent">{unread} unread</Badge>}
        </span>
      </Link>
    </li>
  )
}

const previewOf = ({ last_text, last_files }: Conversation) =>
  last_text || (last_files === 1 ? '1 file' : `${last_files} files`)
