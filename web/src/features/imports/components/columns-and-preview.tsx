import type { ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import {
  formatImportCount,
  IMPORT_UNDO_DAYS,
  type ImportKind,
  importNouns,
} from '@studiohub/contract/features/imports/words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { ImportState } from '../hooks/use-import-file.ts'
import { hasChoices } from '../model/choices.ts'
import { MatchNames } from './assign.tsx'
import { Columns } from './columns.tsx'
import { Preview } from './preview.tsx'

type ColumnsAndPreviewProps = { openImport: ImportState; preview: ImportPreview; kind: ImportKind }

/** The second and the third step: the columns and names, and the preview. */
export function ColumnsAndPreview({ openImport, preview, kind }: ColumnsAndPreviewProps) {
  const { isReading, create, options, choose, confirm } = openImport
  const { new_count, services, resources, columns } = preview
  return (
    <>
      {hasChoices(preview) && (
        <Card title="Columns" className={isReading ? 'opacity-60' : ''}>
          {columns.length > 0 && <Columns preview={preview} options={options} onChoose={choose} />}
          <MatchNames
            title="Match each name to one of your services."
            placeholder="Choose a service"
            matches={services}
            choices={options.services ?? {}}
            onChoose={(choices) => choose({ services: choices })}
          />
          <MatchNames
            title="Match each name to one of your rooms or people."
            placeholder="Choose a room or person"
            matches={resources}
            choices={options.resources ?? {}}
            onChoose={(choices) => choose({ resources: choices })}
          />
        </Card>
      )}
      <Card title="Preview" className={isReading ? 'opacity-60' : ''}>
        <Preview preview={preview} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            onClick={confirm}
            disabled={new_count === 0 || isReading}
            pending={create.isPending}
            pendingText="Importing..."
          >
            {`Import ${formatImportCount(new_count, kind)}`}
          </Button>
          <span className="text-sm text-muted-foreground">
            {new_count === 0
              ? `There are no new ${importNouns[kind][1]} to import.`
              : `No emails are sent. You can undo the import for ${IMPORT_UNDO_DAYS} days.`}
          </span>
        </div>
      </Card>
    </>
  )
}
