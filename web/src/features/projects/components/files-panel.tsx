import type { Project, ProjectFile } from '@studiohub/contract/features/projects/schema.ts'
import { sizeText } from '@studiohub/contract/shared/files.ts'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { useProjectFiles } from '../api.ts'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

/** The files on the cards of a project and in its messages, newest first. */
export function FilesPanel({ project }: { project: Project }) {
  const files = useProjectFiles(project.id)
  return (
    <Card title="Files" description="From cards and messages, newest first">
      <QueryView query={files} loadingText="Loading files..." errorTitle="Failed to load files">
        {(items) => (
          <div className="grid grid-cols-1 gap-4">
            <ul aria-label="Files of this project" className="-my-2 grid grid-cols-1 divide-y divide-border">
              {items.map((file) => (
                <FileRow key={file.id} file={file} project_id={project.id} />
              ))}
            </ul>
            <ShowMore list={files} label="Show more files" />
          </div>
        )}
      </QueryView>
    </Card>
  )
}

function FileRow({ file, project_id }: { file: ProjectFile; project_id: string }) {
  const { name, size_bytes, uploaded_by_name, created_at, url, preview_url } = file
  return (
    <li className="relative flex min-h-14 items-center gap-3 py-2 text-sm">
      {preview_url ? (
        <img src={preview_url} alt="" loading="lazy" className="size-10 shrink-0 rounded-md object-cover" />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-muted text-muted-foreground">
          <FileText aria-hidden className="size-5" />
        </span>
      )}
      <div className="grid min-w-0 grow gap-0.5">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          title={name}
          className="truncate font-medium text-link underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </a>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-muted-foreground">
          <span className="shrink-0 tabular-nums">{sizeText(size_bytes)}</span>
          {uploaded_by_name && <span className="max-w-full truncate">{uploaded_by_name}</span>}
          {/* Above the link of the row, so that its exact time shows on hover. */}
          <span className="relative z-1">
            <RelativeTime at={created_at} />
          </span>
          <FileSource file={file} project_id={project_id} />
        </p>
      </div>
    </li>
  )
}

/** A link to the source of a file: its card, or the messages below. */
function FileSource({ file: { card_id, card_title }, project_id }: { file: ProjectFile; project_id: string }) {
  const { board } = useProjectAndBoardPaths()
  const look = 'relative z-1 max-w-full truncate leading-6 text-link underline-offset-4 hover:underline'
  return card_id === null ? (
    <a href="#messages" className={look}>
      In messages
    </a>
  ) : (
    <Link to={paths.withOpen(board, { project: project_id, card: card_id })} className={look}>
      {card_title}
    </Link>
  )
}
