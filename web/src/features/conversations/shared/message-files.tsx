import type { MessageFile } from '@studiohub/contract/features/conversations/schema.ts'
import { sizeText } from '@studiohub/contract/shared/files.ts'
import { FileText } from 'lucide-react'

/** The files of a message: images as previews, other files by name and size. */
export function MessageFiles({ files }: { files: readonly MessageFile[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files" className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          {file.preview_url ? <Picture file={file} preview_url={file.preview_url} /> : <Document file={file} />}
        </li>
      ))}
    </ul>
  )
}

function Picture({ file: { name, url }, preview_url }: { file: MessageFile; preview_url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block w-fit max-w-full">
      <img src={preview_url} alt={name} className="h-44 max-w-full rounded-md border border-border object-contain" />
    </a>
  )
}

function Document({ file: { name, url, size_bytes } }: { file: MessageFile }) {
  return (
    <a
      href={url}
      download={name}
      className="flex items-center gap-2 rounded-md border border-border p-2 text-sm text-link hover:underline"
    >
      <FileText aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 truncate">{name}</span>
      <span className="ml-auto shrink-0 text-xs text-muted-foreground">{sizeText(size_bytes)}</span>
    </a>
  )
}
