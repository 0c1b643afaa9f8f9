import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useConversations } from '../api.ts'

type SelectedConversation = { client: string | null; project: string | null }

/** `messages` is the page of the list. */
type ListProps = { studio_id: string; selected: SelectedConversation; messages: string }

/** The user's conversations at a studio: those with unread messages first. */
export function ConversationList({ studio_id, selected, messages }: ListProps) {
  const unread = useConversations(studio_id, 'unread')
  const read = useConversations(studio_id, 'read')
  const isSelected = ({ client_id, project_id }: Conversation) =>
    client_id === selected.client && project_id === selected.project
  const data = unread.data && read.data && [...unread.data, ...read.data]
  return (
    <div className="grid content-start gap-3">
      <QueryView
        query={{ ...read, data, error: unread.error ?? read.error }}
        loadingText="Loading conversations..."
        errorTitle="Failed to load the conversations"
        empty={
          <EmptyState icon={MessageSquare} title="No messages yet">
            What you and your clients write to each other appears here.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul aria-label="Conversations" className="grid gap-1">
            {rows.map((row) => (
              <Row key={row.id} row={row} isSelected={isSelected(row)} messages={messages} />
            ))}
          </ul>
        )}
      </QueryView>
      <ShowMore list={unread} label="Show more unread conversations" />
      <ShowMore list={read} label="Show more conversations" />
    </div>
  )
}

function Row({ row, isSelected, messages }: { row: Conversation; isSelected: boolean; messages: string }) {
  const { client_id, client_name, project_id, project_title, last_from_studio, last_message_at, unread } = row
  return (
    <li>
      <Link
        to={paths.messagesOf(messages, client_id, project_id)}
        preventScrollReset
        aria-current={isSelected ? 'true' : undefined}
        className={cx('grid gap-0.5 rounded-md px-3 py-2 text-sm hover:bg-muted', isSelected && 'bg-muted')}
      >
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
            {client_name ?? 'No name'}
          </span>
          {unread > 0 && <Badge>{unread} unread</Badge>}
        </span>
        {project_title && <span className="truncate text-xs text-muted-foreground">{project_title}</span>}
        <span className="truncate text-muted-foreground">
          {last_from_studio && 'Studio: '}
          {previewOf(row)}
        </span>
        <span className="text-xs text-muted-foreground">{formatDateTime(last_message_at)}</span>
      </Link>
    </li>
  )
}

const previewOf = ({ last_text, last_files }: Conversation) =>
  last_text || (last_files === 1 ? '1 file' : `${last_files} files`)
