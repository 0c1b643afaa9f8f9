import { MESSAGE_MAX, type WritingState } from '@studiohub/contract/features/conversations/words.ts'
import { fileTypes } from '@studiohub/contract/shared/files.ts'
import { Send } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useState } from 'react'
import { useMe } from '#features/profile/api.ts'
import { theFileRule } from '#lib/page/file-rule.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Textarea } from '#ui/input.tsx'
import type { ThreadOf } from '../api.ts'
import { Attachments } from './attachments.tsx'
import { useAttachments } from './use-attachments.ts'
import type { useOutbox } from './use-outbox.ts'

const closedTexts: Record<Exclude<WritingState, 'open'>, string> = {
  blocked: 'The studio does not receive messages from you here. Please call or email the studio.',
  removed: 'This client was removed from the studio, so no more messages can be sent.',
}

type WritingProps = { state: WritingState; thread: ThreadOf; outbox: ReturnType<typeof useOutbox>; name: string }

/** The field for a new message, or why there is none. */
export function Writing({ state, ...props }: WritingProps) {
  if (state !== 'open') return <p className="text-sm text-muted-foreground">{closedTexts[state]}</p>
  return <MessageForm {...props} />
}

const isWithFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function MessageForm({ thread, outbox, name }: Omit<WritingProps, 'state'>) {
  const attachments = useAttachments(thread, useMe().user.id)
  const drop = useFileDrop(attachments.add)
  const noteId = useId()
  const { isUploading, hasError } = attachments
  const send = () => {
    if (!isUploading && !hasError) outbox.send(attachments.take())
  }
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    attachments.add(files)
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={submit}
      {...drop.handlers}
      className={cx(
        'grid gap-2 rounded-md',
        drop.isOver && 'outline-2 outline-offset-4 outline-primary outline-dashed',
      )}
    >
      <Field label={`Message to ${name}`}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MESSAGE_MAX}
            value={outbox.body}
            onKeyDown={sendWithKeys}
            onPaste={paste}
            onChange={({ target }) => outbox.setBody(target.value)}
          />
        )}
      </Field>
      <Attachments attachments={attachments} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FileButton label="Files" types={fileTypes} size="small" pending={false} isMultiple onFiles={attachments.add}>
          Attach files
        </FileButton>
        <Button
          type="submit"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-disabled={isUploading || hasError}
          aria-describedby={noteId}
        >
          <Send aria-hidden />
          Send
        </Button>
      </div>
      <p id={noteId} aria-live="polite" className="text-xs text-muted-foreground">
        {hasError
          ? 'Remove the files that were not uploaded, or upload them again.'
          : isUploading
            ? 'You can send the message when its files are uploaded.'
            : `Pictures, PDF, sound, video, text or ZIP, up to ${theFileRule().max_mb} MB. Drop or paste them here.`}
      </p>
    </form>
  )
}

/** Accepts dropped files. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!isWithFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!isWithFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}
