import { canDeleteCardItem } from '@studiohub/contract/features/board/policy.ts'
import type { CardFile, CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { sizeText } from '@studiohub/contract/shared/files.ts'
import { maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { currentFileRule } from '#lib/page/file-rule.ts'
import { IconButton } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Progress } from '#ui/progress.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { toast } from '#ui/toast.tsx'
import { useDeleteFile, useFiles, useUploadFile } from '../api.ts'

/** Files of a card. */
export function CardFiles({ card }: { card: CardWithHistory }) {
  const files = useFiles(card.id)
  return (
    <section className="grid gap-3">
      <AddFile card={card} />
      <QueryView query={files} loadingText="Loading files..." isEmpty={() => false}>
        {(items) => (
          <ul aria-label="Files" className="grid gap-2 empty:hidden">
            {items.map((file) => (
              <FileRow key={file.id} file={file} card={card} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

/** The heading, with a button that adds a file. */
function AddFile({ card }: { card: CardWithHistory }) {
  const rule = currentFileRule()
  const upload = useUploadFile()
  const [progress, setProgress] = useState(0)
  const send = (file: File) => {
    if (file.size > maxBytes(rule)) return toast.error({ title: 'Invalid file', description: tooLarge(rule) })
    setProgress(0)
    upload.mutate({ card, file, onProgress: setProgress })
  }
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Files</h3>
        <FileButton label="File" types={rule.types} size="small" pending={upload.isPending} onFile={send}>
          Add file
        </FileButton>
      </div>
      {upload.isPending && <Progress label="Uploading the file" done={progress} />}
      <p className="text-xs text-muted-foreground">
        Images, PDF, audio, video, text or ZIP, up to {rule.max_mb} MB. Only people of this project can open them.
      </p>
    </div>
  )
}

function FileRow({ file, card }: { file: CardFile; card: CardWithHistory }) {
  const remove = useDeleteFile()
  const me = useMe()
  const mayRemove = canDeleteCardItem(toActor(me), { studio_id: card.studio_id, by: file.uploaded_by })
  return (
    <li className="flex items-center gap-3 rounded-md border border-border p-2 text-sm">
      {file.preview_url ? (
        <img src={file.preview_url} alt="" className="size-12 shrink-0 rounded-md object-cover" />
      ) : (
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
          <FileText aria-hidden className="size-5" />
        </span>
      )}
      <div className="grid min-w-0 grow">
        <a href={file.url} target="_blank" rel="noreferrer" className="truncate text-link hover:underline">
          {file.name}
        </a>
        <span className="text-xs text-muted-foreground">
          {sizeText(file.size_bytes)}
          {file.uploaded_by_name && `, by ${file.uploaded_by_name}`}
        </span>
      </div>
      {mayRemove && (
        <IconButton
          name={`Remove ${file.name}`}
          pending={remove.isPending}
          onClick={() => remove.mutate({ id: card.id, file_id: file.id })}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
