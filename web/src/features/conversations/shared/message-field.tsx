import { MESSAGE_MAX, type WritingState } from '@studiohub/contract/features/conversations/words.ts'
import { fileTypes } from '@studiohub/contract/shared/files.ts'
import { Paperclip, Send } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import { useMe } from '#features/profile/api.ts'
import { currentFileRule } from '#lib/page/file-rule.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Textarea } from '#ui/input.tsx'
import { useFileDrop } from '#ui/use-file-drop.ts'
import type { ConversationKey } from '../api.ts'
import { Attachments } from './attachments.tsx'
import { useAttachments } from './use-attachments.ts'
import type { useOutbox } from './use-outbox.ts'

const closedTexts: Record<Exclude<WritingState, 'open'>, string> = {
  blocked: 'The studio does not receive messages from you here. Please call or email the studio.',
  removed: 'This client was removed from the studio, so no more messages can be sent.',
}

type MessageFieldProps = {
  state: WritingState
  thread: ConversationKey
  outbox: ReturnType<typeof useOutbox>
  name: string
}

/** The field for a new message, or the reason why the user cannot write. */
export function MessageField({ state, ...props }: MessageFieldProps) {
  if (state !== 'open') return <p className="text-sm text-muted-foreground">{closedTexts[state]}</p>
  return <MessageForm {...props} />
}

// Grows with the text from one line to eight, then scrolls. In browsers without `field-sizing` it has three lines.
const growingClasses =
  'block resize-none! field-sizing-content max-h-52 not-supports-[field-sizing:content]:min-h-20 md:max-h-44'

function MessageForm({ thread, outbox, name }: Omit<MessageFieldProps, 'state'>) {
  const attachments = useAttachments(thread, useMe().user.id)
  const { dropZone, isOver } = useFileDrop<HTMLFormElement>(attachments.add)
  const noteId = useId()
  const { isUploading, hasError } = attachments
  const send = () => {
    if (!isUploading && !hasError) outbox.send(attachments.takeUploadedFiles())
  }
  const sendWithKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const attachPastedFiles = (event: ClipboardEvent) => {
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
      ref={dropZone}
      onSubmit={submit}
      className={cx('grid gap-2 rounded-md', isOver && 'outline-2 outline-offset-4 outline-primary outline-dashed')}
    >
      <Attachments attachments={attachments} />
      <div className="flex items-end gap-2 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
        <FileButton
          label="Files"
          types={fileTypes}
          size="icon"
          icon={Paperclip}
          pending={false}
          isMultiple
          onFiles={attachments.add}
        >
          <span className="sr-only">Attach files</span>
        </FileButton>
        <div className="min-w-0 grow [&_label]:sr-only">
          <Field label={`Message to ${name}`}>
            {(control) => (
              <Textarea
                {...control}
                rows={1}
                maxLength={MESSAGE_MAX}
                placeholder="Write a message"
                value={outbox.body}
                onKeyDown={sendWithKeys}
                onPaste={attachPastedFiles}
                onChange={({ target }) => outbox.setBody(target.value)}
                className={growingClasses}
              />
            )}
          </Field>
        </div>
        <Button
          type="submit"
          className="shrink-0"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          aria-disabled={isUploading || hasError}
          aria-describedby={noteId}
        >
          <Send aria-hidden />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <FilesNote id={noteId} isUploading={isUploading} hasError={hasError} />
    </form>
  )
}

type FilesNoteProps = { id: string; isUploading: boolean; hasError: boolean }

/** Which files can be attached, or why the message cannot be sent yet. */
function FilesNote({ id, isUploading, hasError }: FilesNoteProps) {
  const canSend = !isUploading && !hasError
  return (
    <p id={id} aria-live="polite" className={cx('text-xs text-muted-foreground', canSend && 'max-md:sr-only')}>
      {hasError
        ? 'Remove the files that were not uploaded, or upload them again.'
        : isUploading
          ? 'You can send the message when its files are uploaded.'
          : `Images, PDF, audio, video, text or ZIP, up to ${currentFileRule().max_mb} MB. Drop or paste them here.`}
    </p>
  )
}
