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
  /** The list itself, for what came before. */
  earlier: Pages
  isAnswering: boolean
  onAsk: (text: string) => void
}

/** What was said, the newest last and in sight; a screen reader hears what is added. */
export function Conversation({ messages, greeting, earlier, isAnswering, onAsk }: ConversationProps) {
  // A new end for everything that is said, which comes into sight as soon as it is there.
  const end = `${messages.at(-1)?.id} ${isAnswering}`
  return (
    <div role="log" aria-label={`Conversation with ${ASSISTANT_NAME}`} className="grid content-start gap-3">
      <ShowMore list={earlier} label="Show earlier messages" />
      {!earlier.hasNextPage && <Said by="assistant">{greeting}</Said>}
      {messages.map(({ id, role, content, timestamp }) => (
        <Said key={id} by={role} at={timestamp}>
          {content}
        </Said>
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
      <div key={end} ref={bringIntoSight} />
    </div>
  )
}

// Within the panel alone: the page stays where its reader is.
function bringIntoSight(end: HTMLElement | null) {
  const panel = end?.closest('[data-conversation]')
  if (panel) panel.scrollTop = panel.scrollHeight
}

type SaidProps = { by: ChatMessage['role']; at?: string; children: string }

function Said({ by, at, children }: SaidProps) {
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
