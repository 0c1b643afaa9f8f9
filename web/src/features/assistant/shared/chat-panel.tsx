import { ASSISTANT_NAME, CHAT_PANEL_HEIGHT_PX } from '@studiohub/contract/features/assistant/chat/words.ts'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useChat, useSendMessage } from '../chat/api.ts'
import { ChatForm } from './chat-form.tsx'
import { Conversation } from './conversation.tsx'

type ChatPanelProps = {
  /** The project of the conversation. Without it, the panel shows the user's general conversation at the studio. */
  project_id?: string
  /** In pixels; `full` fills the container. */
  height?: number | 'full'
  /** Hides the frame and the heading, for use in a dialog. */
  isEmbedded?: boolean
}

/** Chat with the studio's assistant (spec section 1). Conversations are stored per user and project. */
export function ChatPanel({ project_id, height = CHAT_PANEL_HEIGHT_PX, isEmbedded = false }: ChatPanelProps) {
  const chat = useChat(project_id)
  const { ask, isPending, error, text, setText } = useMessageForm(project_id)
  return (
    <section
      aria-label={`Chat with ${ASSISTANT_NAME}`}
      style={typeof height === 'number' ? { height: `min(${height}px, 85dvh)` } : undefined}
      className={cx(
        'flex min-h-0 flex-col overflow-hidden',
        height === 'full' && 'h-full',
        !isEmbedded && 'rounded-md border border-border bg-card',
      )}
    >
      {!isEmbedded && (
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
      {/* Focusable, so that keyboard users can scroll a conversation that has no buttons. */}
      <section
        aria-label="Messages"
        tabIndex={chat.data ? 0 : undefined}
        data-conversation
        className="min-h-0 grow overflow-y-auto p-4"
      >
        <QueryView query={chat} loadingText="Loading conversation..." errorTitle="Failed to load the conversation">
          {({ messages, greeting }) => (
            <Conversation messages={messages} greeting={greeting} pages={chat} isAnswering={isPending} onAsk={ask} />
          )}
        </QueryView>
      </section>
      <ChatForm text={text} onText={setText} onSend={() => ask(text)} isPending={isPending} error={error} />
      {chat.data && (
        <p className="px-4 pb-3 text-xs text-muted-foreground">{chat.data.speaker}, based on your own data</p>
      )}
    </section>
  )
}

/** The text of the new message, and the call that sends it. After an error the text returns to the input. */
function useMessageForm(project_id: string | undefined) {
  const [text, setText] = useState('')
  const sendMessage = useSendMessage(project_id)
  const ask = (question: string) => {
    const content = question.trim()
    if (content === '' || sendMessage.isPending) return
    setText('')
    const onError = () => setText((current) => (current === '' ? content : current))
    sendMessage.mutate({ content }, { onError })
  }
  return { ask, isPending: sendMessage.isPending, error: sendMessage.error, text, setText }
}
