import { ASSISTANT_NAME, CHAT_MESSAGE_MAX } from '@studiohub/contract/features/assistant/chat/words.ts'
import { Mic, Play, SendHorizontal, Square, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { describeError } from '#lib/server/describe-error.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { controlClasses } from '#ui/input.tsx'
import { useRecorder } from './use-recorder.ts'

type ChatFormProps = {
  text: string
  onText: (text: string) => void
  onSend: () => void
  isPending: boolean
  /** The error of the last message, or null. */
  error: unknown
}

/** The input for messages to the assistant, with voice notes as a memory aid. */
export function ChatForm({ text, onText, onSend, isPending, error }: ChatFormProps) {
  const recorder = useRecorder()
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      className="grid gap-2 border-t border-border p-3"
    >
      {error !== null && (
        <p role="alert" className="text-sm text-cancelled">
          Your message was not sent. {describeError(error).message}
        </p>
      )}
      {recorder.url && <Recording url={recorder.url} onDiscard={recorder.discard} />}
      {recorder.state === 'on' && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
          <span aria-hidden className="size-2 rounded-full bg-cancelled" />
          Recording
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          aria-label={`Message to ${ASSISTANT_NAME}`}
          rows={1}
          maxLength={CHAT_MESSAGE_MAX}
          placeholder={`Ask ${ASSISTANT_NAME}`}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={sendOnEnter}
          className={`${controlClasses} max-h-32 resize-none field-sizing-content`}
        />
        {recorder.state === 'on' ? (
          <IconButton name="Stop recording" look="secondary" onClick={recorder.stop}>
            <Square aria-hidden />
          </IconButton>
        ) : (
          <IconButton
            name="Start voice recording"
            look="secondary"
            pending={recorder.state === 'asking'}
            onClick={() => void recorder.start()}
          >
            <Mic aria-hidden />
          </IconButton>
        )}
        <IconButton type="submit" name="Send" look="primary" pending={isPending}>
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
    </form>
  )
}

function Recording({ url, onDiscard }: { url: string; onDiscard: () => void }) {
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <Button look="secondary" size="small" onClick={() => void new Audio(url).play()}>
          <Play aria-hidden />
          Play recording
        </Button>
        <IconButton name="Discard recording" onClick={onDiscard}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <p className="text-xs text-muted-foreground">
        Voice notes cannot be sent yet. You can play this recording until you leave the page. Write your question to{' '}
        {ASSISTANT_NAME} instead.
      </p>
    </div>
  )
}
