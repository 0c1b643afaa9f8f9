import type { ImportPreview, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { importFileRule } from '@studiohub/contract/features/imports/schema.ts'
import {
  countOf,
  IMPORT_ROWS_MAX,
  IMPORT_UNDO_DAYS,
  type ImportKind,
  importNouns,
} from '@studiohub/contract/features/imports/words.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { type OpenImport, useImportFile } from '../hooks/use-import-file.ts'
import { MatchNames } from './assign.tsx'
import { Columns } from './columns.tsx'
import { Lines } from './lines.tsx'
import { Preview, problemLines } from './preview.tsx'

const hints: Record<ImportKind, string> = {
  clients: 'Names with email addresses, phone numbers, companies, notes and tags.',
  services: 'Names with lengths, prices and descriptions. They are added after your existing services.',
  bookings:
    'Past and future sessions with their clients. Import your services first, so that sessions can be matched to them.',
  projects: 'Titles with clients, types and statuses.',
}
const csvTypes = ['text/csv', 'text/plain', 'text/tab-separated-values', '.csv', '.tsv', '.txt']
const calendarTypes = ['text/calendar', '.ics']

/** The steps of an import: the file, its columns, the preview and the result. */
export function ImportSteps({ studio_id, kind }: { studio_id: string; kind: ImportKind }) {
  const openImport = useImportFile(studio_id, kind)
  const { file, preview, isReading, create } = openImport
  if (create.data) return <ImportFinished kind={kind} result={create.data} onRestart={openImport.restart} />
  return (
    <>
      <Card title="1. File" description={hints[kind]}>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label={kind === 'bookings' ? 'CSV file or calendar' : 'CSV file'}
            types={kind === 'bookings' ? [...csvTypes, ...calendarTypes] : csvTypes}
            pending={isReading && !preview}
            onFile={openImport.open}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </FileButton>
          {file && <span className="text-sm break-all text-muted-foreground">{file.name}</span>}
        </div>
        <p className="text-sm text-muted-foreground">
          {`A CSV file${kind === 'bookings' ? ' or a calendar (.ics)' : ''} with at most ${IMPORT_ROWS_MAX.toLocaleString('en')} lines and ${importFileRule.max_mb} MB. The first line of a CSV file names its columns.`}
        </p>
        {preview?.program && <p className="text-sm">{`This looks like an export of ${preview.program}.`}</p>}
      </Card>
      {preview && file && <ColumnsAndPreview openImport={openImport} preview={preview} kind={kind} />}
    </>
  )
}

type ColumnsAndPreviewProps = { openImport: OpenImport; preview: ImportPreview; kind: ImportKind }

function ColumnsAndPreview({ openImport, preview, kind }: ColumnsAndPreviewProps) {
  const { isReading, create, options, choose, confirm } = openImport
  const { new_count, services, resources, columns } = preview
  const hasChoices = columns.length + services.values.length + resources.values.length > 0
  return (
    <>
      {hasChoices && (
        <Card title="2. Columns" className={isReading ? 'opacity-60' : ''}>
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
      <Card title={hasChoices ? '3. Preview' : '2. Preview'} className={isReading ? 'opacity-60' : ''}>
        <Preview preview={preview} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            onClick={confirm}
            disabled={new_count === 0 || isReading}
            pending={create.isPending}
            pendingText="Importing..."
          >
            {`Import ${countOf(new_count, kind)}`}
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

type ImportFinishedProps = { kind: ImportKind; result: ImportResult; onRestart: () => void }

function ImportFinished({ kind, result, onRestart }: ImportFinishedProps) {
  const { import: imported, known_count, left_out, problem_count, problems } = result
  const clients = imported?.created_clients ?? 0
  const facts = [
    imported
      ? `${countOf(imported.created, kind)}${clients > 0 ? ` and ${countOf(clients, 'clients')}` : ''} added.`
      : 'Nothing was added: you already have everything in this file.',
    known_count > 0 && `${countOf(known_count, kind)} already existed.`,
    left_out > 0 && `${left_out.toLocaleString('en')} lines were skipped.`,
    imported && 'You can undo the import in the list below.',
  ].filter((fact) => typeof fact === 'string')
  return (
    <Card title="Import finished">
      <div role="status">
        <ul className="grid gap-1 text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <Lines
        title="Problems"
        hint="These lines were not imported. Correct them in the file, then import it again: only the missing lines are added."
        count={problem_count}
        lines={problemLines(problems)}
      />
      <div>
        <Button look="secondary" onClick={onRestart}>
          Import another file
        </Button>
      </div>
    </Card>
  )
}
