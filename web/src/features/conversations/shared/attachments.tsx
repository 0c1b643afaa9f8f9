import { sizeText } from '@studiohub/contract/shared/files.ts'
import { X } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Attachment, useAttachments } from './use-attachments.ts'

/** The files of the message that a person is writing, each with its progress or its error. */
export function Attachments({ attachments }: { attachments: ReturnType<typeof useAttachments> }) {
  if (attachments.files.length === 0) return null
  return (
    <ul aria-label="Attached files" className="grid max-h-52 gap-2 overflow-y-auto">
      {attachments.files.map((file) => (
        <Row
          key={file.key}
          file={file}
          onRetry={() => attachments.retry(file)}
          onRemove={() => attachments.remove(file)}
        />
      ))}
    </ul>
  )
}

type RowProps = { file: Attachment; onRetry: () => void; onRemove: () => void }

function Row({ file: { name, size_bytes, progress, uploaded, error, file }, onRetry, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-2 rounded-md border border-border p-2 text-sm">
      <div className="grid min-w-0 grow gap-1">
        {uploaded === null && error === null ? (
          <Progress label={`Uploading ${name}`} done={progress} />
        ) : (
          <span className="truncate">
            {name} <span className="text-xs text-muted-foreground">{sizeText(size_bytes)}</span>
          </span>
        )}
        {error !== null && (
          <p role="alert" className="text-xs text-cancelled">
            Not uploaded. {error}
          </p>
        )}
        {error !== null && file && (
          <div>
            <Button look="secondary" size="small" aria-label={`Upload ${name} again`} onClick={onRetry}>
              Upload again
            </Button>
          </div>
        )}
      </div>
      <IconButton name={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
