import type { Conversation } from '@studiohub/contract/features/conversations/schema.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'

type ConversationRowProps = {
  to: string
  isSelected: boolean
  title: ReactNode
  /** The beginning of the newest message, or what a conversation without messages is for. */
  preview: ReactNode
  /** Null without messages. */
  last_message_at: string | null
  unread: number
}

/** A conversation in a list: its title, its newest message, the time of that message, and the number of unread ones. */
export function ConversationRow({ to, isSelected, title, preview, last_message_at, unread }: ConversationRowProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'grid min-h-14 grid-cols-1 content-center gap-0.5 rounded-md px-3 py-2 text-sm hover:bg-muted',
          isSelected && 'bg-muted',
        )}
      >
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 grow truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{title}</span>
          {last_message_at && (
            <span className="shrink-0 text-xs text-muted-foreground">
              <RelativeTime at={last_message_at} />
            </span>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 grow truncate', unread === 0 && 'text-muted-foreground')}>{preview}</span>
          {unread > 0 && <Badge tone="accent">{unread} unread</Badge>}
        </span>
      </Link>
    </li>
  )
}

/** The beginning of the newest message, or the number of its files. */
export const previewText = ({ last_text, last_files }: Conversation) =>
  last_text || (last_files === 1 ? '1 file' : `${last_files} files`)
