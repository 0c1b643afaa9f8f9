import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { MessageTime } from '../shared/message-time.tsx'

type ConversationRowProps = {
  to: string
  isSelected: boolean
  /** Whose initials to show. Omit it if all conversations are with the same side. */
  person?: string | null
  /** What the conversation is about, if `person` is omitted. */
  icon?: LucideIcon
  title: ReactNode
  /** The project, if the list has conversations with several people. */
  project?: string | null
  /** The beginning of the newest message, or what a conversation without messages is for. */
  preview: ReactNode
  /** Null without messages. */
  last_message_at: string | null
  unread: number
  /** Whether the other side waits for an answer. */
  isUnanswered?: boolean
}

/**
 * A conversation in a list: its title, its project, its newest message, the time of that message, whether it waits for an answer, and
 * the number of unread ones.
 */
export function ConversationRow(props: ConversationRowProps) {
  const { to, isSelected, person, icon: Icon, title, project, preview, last_message_at, unread } = props
  const { isUnanswered = false } = props
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'relative flex min-h-14 items-center gap-3 overflow-hidden rounded-md px-3 py-2 text-sm max-md:min-h-16 max-md:px-4',
          isSelected
            ? 'bg-link/15 before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-link'
            : 'hover:bg-muted/60',
        )}
      >
        {person !== undefined && <Avatar src={null} name={person} />}
        {Icon && (
          <span className="grid size-9 shrink-0 place-items-center rounded-md bg-link/10 text-link">
            <Icon aria-hidden className="size-4" />
          </span>
        )}
        <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className={cx('min-w-0 grow truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{title}</span>
            {last_message_at && (
              <span className="shrink-0 text-xs text-muted-foreground">
                <MessageTime at={last_message_at} />
              </span>
            )}
          </span>
          {project && <span className="truncate">{project}</span>}
          <span className="flex items-center gap-2">
            <span className={cx('min-w-0 grow truncate', unread === 0 && 'text-muted-foreground')}>{preview}</span>
            {isUnanswered && <Badge tone="muted">Unanswered</Badge>}
            {unread > 0 && (
              <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-semibold text-on-primary tabular-nums">
                {unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
