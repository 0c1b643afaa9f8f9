import type { ChatMessage } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { ASSISTANT_NAME } from '@studiohub/contract/features/assistant/chat/words.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { type Pages, ShowMore } from '#ui/show-more.tsx'

const suggestions = [
  'When is my next session?',
  'What times are free this week?',
  'How are my projects?',
  'What is blocked?',
]

type ConversationProps = {
  messages: readonly ChatMessage[]
  greeting: string
  /** The list query, for loading older messages. */
  pages: Pages
  isAnswering: boolean
  onAsk: (text: string) => void
}

/** The conversation, newest message last and scrolled into view; screen readers announce new messages. */
export function Conversation({ messages, greeting, pages, isAnswering, onAsk }: ConversationProps) {
  // Each message has a new key, which mounts the end marker again, so that it scrolls into view.
  const end = `${messages.at(-1)?.id} ${isAnswering}`
  return (
    <div role="log" aria-label={`Conversation with ${ASSISTANT_NAME}`} className="grid content-start gap-3">
      <ShowMore list={pages} label="Show earlier messages" />
      {!pages.hasNextPage && <MessageBubble by="assistant">{greeting}</MessageBubble>}
      {messages.map(({ id, role, content, timestamp }) => (
        <MessageBubble key={id} by={role} at={timestamp}>
          {content}
        </MessageBubble>
      ))}
      {isAnswering && (
        <p role="status" className="text-sm text-muted-foreground">
          {ASSISTANT_NAME} is typing...
        </p>
      )}
      {messages.length === 0 && !isAnswering && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((text) => (
            <Button key={text} look="secondary" size="small" onClick={() => onAsk(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
      <div key={end} ref={scrollIntoPanel} />
    </div>
  )
}

// Scrolls only the panel, not the page.
function scrollIntoPanel(end: HTMLElement | null) {
  const panel = end?.closest('[data-conversation]')
  if (panel) panel.scrollTop = panel.scrollHeight
}

type MessageBubbleProps = { by: ChatMessage['role']; at?: string; children: string }

function MessageBubble({ by, at, children }: MessageBubbleProps) {
  const isOwn = by === 'user'
  return (
    <div className={cx('grid max-w-[85%] gap-1', isOwn ? 'justify-self-end' : 'justify-self-start')}>
      <p
        className={cx(
          'rounded-md px-3 py-2 text-sm wrap-anywhere whitespace-pre-line',
          isOwn ? 'bg-primary text-on-primary' : 'bg-muted',
        )}
      >
        <span className="sr-only">{isOwn ? 'You: ' : `${ASSISTANT_NAME}: `}</span>
        {children}
      </p>
      {at && (
        <time dateTime={at} className={cx('text-xs text-muted-foreground', isOwn && 'text-right')}>
          {formatDateTime(at)}
        </time>
      )}
    </div>
  )
}
