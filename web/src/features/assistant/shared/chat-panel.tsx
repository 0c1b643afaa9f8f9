import { ASSISTANT_NAME, CHAT_PANEL_HEIGHT_PX } from '@studiohub/contract/features/assistant/chat/words.ts'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useAsk, useChat } from '../chat/api.ts'
import { ChatForm } from './chat-form.tsx'
import { Conversation } from './conversation.tsx'

type ChatPanelProps = {
  /** What the conversation is about; without one it is the person's own at their studio. */
  project_id?: string
  /** In pixels, or `full` for all that its place has. */
  height?: number | 'full'
  /** Without a frame and a heading of its own, for a dialog that has both. */
  bare?: boolean
}

/** Talking with the studio's assistant (spec section 1). Every conversation is kept, per person and project. */
export function ChatPanel({ project_id, height = CHAT_PANEL_HEIGHT_PX, bare = false }: ChatPanelProps) {
  const chat = useChat(project_id)
  const { ask, isPending, failed, text, setText } = useAsking(project_id)
  return (
    <section
      aria-label={`Chat with ${ASSISTANT_NAME}`}
      style={height === 'full' ? undefined : { height: `min(${height}px, 85dvh)` }}
      className={cx(
        'flex min-h-0 flex-col overflow-hidden',
        height === 'full' && 'h-full',
        !bare && 'rounded-md border border-border bg-card',
      )}
    >
      {!bare && (
        <header className="flex items-center gap-3 border-b border-border p-4">
          <span className="grid size-9 place-items-center rounded-full bg-primary text-on-primary">
            <Sparkles aria-hidden className="size-4" />
          </span>
          <div className="grid">
            <h2 className="text-base font-semibold">{ASSISTANT_NAME}</h2>
            <p className="text-xs text-muted-foreground">
              {project_id ? 'About this project' : 'Your studio assistant'}
            </p>
          </div>
        </header>
      )}
      {/* Without a stop of its own, keys could not push a conversation that holds nothing to press. */}
      <section
        aria-label="Messages"
        tabIndex={chat.data ? 0 : undefined}
        data-conversation
        className="min-h-0 grow overflow-y-auto p-4"
      >
        <QueryView query={chat} loadingText="Loading conversation..." errorTitle="Failed to load the conversation">
          {({ messages, greeting }) => (
            <Conversation messages={messages} greeting={greeting} earlier={chat} isAnswering={isPending} onAsk={ask} />
          )}
        </QueryView>
      </section>
      <ChatForm text={text} onText={setText} onSend={() => ask(text)} isPending={isPending} failed={failed} />
      {chat.data && (
        <p className="px-4 pb-3 text-xs text-muted-foreground">
          {ASSISTANT_NAME} speaks with: {chat.data.speaker}
        </p>
      )}
    </section>
  )
}

/** What is being written, and sending it once; what could not be sent is there to be sent again. */
function useAsking(project_id: string | undefined) {
  const [text, setText] = useState('')
  const asking = useAsk(project_id)
  const ask = (wish: string) => {
    const content = wish.trim()
    if (content === '' || asking.isPending) return
    setText('')
    const onError = () => setText((now) => (now === '' ? content : now))
    asking.mutate({ content }, { onError })
  }
  return { ask, isPending: asking.isPending, failed: asking.error, text, setText }
}
