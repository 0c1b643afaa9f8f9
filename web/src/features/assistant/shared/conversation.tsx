import type { ChatMessage } from '@studiohub/contract/features/assistant/chat/schema.ts'
import { ASSISTANT_NAME } from '@studiohub/contract/features/assistant/chat/words.ts'
import { Fragment } from 'react'
import { useMe } from '#features/profile/api.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { type Pages, ShowMore } from '#ui/show-more.tsx'
import { OfferedStarts } from './offered-starts.tsx'
import { formatTimesIn } from './times-in-text.ts'

const clientSuggestions = [
  'When is my next session?',
  'What times are free this week?',
  'How are my projects?',
  'What is blocked?',
]
const crewSuggestions = ['What is blocked?', 'What times are free this week?']

type ConversationProps = {
  messages: readonly ChatMessage[]
  greeting: string
  /** The list query. It loads older messages. */
  pages: Pages
  isAnswering: boolean
  onAsk: (text: string) => void
}

/** The conversation with the newest message last. New messages scroll into view, and screen readers announce them. */
export function Conversation({ messages, greeting, pages, isAnswering, onAsk }: ConversationProps) {
  const suggestions = useMe().role === 'client' ? clientSuggestions : crewSuggestions
  // The key changes with each new message. This mounts the end marker again, which scrolls it into view.
  const endKey = `${messages.at(-1)?.id} ${isAnswering}`
  return (
    <div role="log" aria-label={`Conversation with ${ASSISTANT_NAME}`} className="grid content-start gap-3">
      <ShowMore list={pages} label="Show earlier messages" />
      {!pages.hasNextPage && <MessageBubble author="assistant">{greeting}</MessageBubble>}
      {messages.map(({ id, role, content, timestamp, starts }) => (
        <Fragment key={id}>
          <MessageBubble author={role} at={timestamp}>
            {role === 'assistant' ? formatTimesIn(content) : content}
          </MessageBubble>
          {starts.length > 0 && <OfferedStarts starts={starts} />}
        </Fragment>
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
      <div key={endKey} ref={scrollIntoPanel} />
    </div>
  )
}

// Scrolls only the panel, not the page.
function scrollIntoPanel(end: HTMLElement | null) {
  const panel = end?.closest('[data-conversation]')
  if (panel) panel.scrollTop = panel.scrollHeight
}

type MessageBubbleProps = { author: ChatMessage['role']; at?: string; children: string }

function MessageBubble({ author, at, children }: MessageBubbleProps) {
  const isOwn = author === 'user'
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
        <p className={cx('text-xs text-muted-foreground', isOwn && 'text-right')}>
          <RelativeTime at={at} />
        </p>
      )}
    </div>
  )
}
