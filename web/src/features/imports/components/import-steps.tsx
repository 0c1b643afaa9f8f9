import type { ImportResult } from '@studiohub/contract/features/imports/schema.ts'
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
import { Assign } from './assign.tsx'
import { Columns } from './columns.tsx'
import { Lines } from './lines.tsx'
import { Preview, problemLines } from './preview.tsx'

const hints: Record<ImportKind, string> = {
  clients: 'Names with email addresses, phone numbers, companies, notes and tags.',
  services: 'Names with lengths, prices and descriptions. They come in behind your own services.',
  bookings:
    'Past and coming sessions with their clients. Import your services first, so that each session finds its own.',
  projects: 'Titles with their clients, types and states.',
}
const csvTypes = ['text/csv', 'text/plain', 'text/tab-separated-values', '.csv', '.tsv', '.txt']
const calendarTypes = ['text/calendar', '.ics']

/** The steps of an import: file, columns, preview, done. */
export function ImportSteps({ studio_id, kind }: { studio_id: string; kind: ImportKind }) {
  const opened = useImportFile(studio_id, kind)
  const { file, preview, create } = opened
  const found = preview.data
  if (create.data) return <Done kind={kind} result={create.data} onRestart={opened.restart} />
  return (
    <>
      <Card title="1. File" description={hints[kind]}>
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label={kind === 'bookings' ? 'CSV file or calendar' : 'CSV file'}
            types={kind === 'bookings' ? [...csvTypes, ...calendarTypes] : csvTypes}
            pending={preview.isPending && !found}
            onFile={opened.open}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </FileButton>
          {file && <span className="text-sm break-all text-muted-foreground">{file.name}</span>}
        </div>
        <p className="text-sm text-muted-foreground">
          {`A CSV file${kind === 'bookings' ? ' or a calendar (.ics)' : ''} with at most ${IMPORT_ROWS_MAX.toLocaleString('en')} lines and ${importFileRule.max_mb} MB. The first line of a CSV file names its columns.`}
        </p>
        {found?.program && <p className="text-sm">{`This looks like an export of ${found.program}.`}</p>}
      </Card>
      {found && file && <Read opened={opened} kind={kind} />}
    </>
  )
}

function Read({ opened, kind }: { opened: OpenImport; kind: ImportKind }) {
  const { preview, create, options, choose, confirm } = opened
  const found = preview.data
  if (!found) return null
  const { new_count, services, resources, columns } = found
  const hasChoices = columns.length + services.values.length + resources.values.length > 0
  return (
    <>
      {hasChoices && (
        <Card title="2. Columns" className={preview.isPending ? 'opacity-60' : ''}>
          {columns.length > 0 && <Columns preview={found} onChoose={choose} />}
          <Assign
            title="Which of your services does each name stand for?"
            placeholder="Choose a service"
            assigned={services}
            chosen={options.services ?? {}}
            onChoose={(chosen) => choose({ services: chosen })}
          />
          <Assign
            title="Which of your rooms or people does each name stand for?"
            placeholder="Choose a room or person"
            assigned={resources}
            chosen={options.resources ?? {}}
            onChoose={(chosen) => choose({ resources: chosen })}
          />
        </Card>
      )}
      <Card title={hasChoices ? '3. Preview' : '2. Preview'} className={preview.isPending ? 'opacity-60' : ''}>
        <Preview preview={found} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            onClick={confirm}
            disabled={new_count === 0 || preview.isPending}
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

type DoneProps = { kind: ImportKind; result: ImportResult; onRestart: () => void }

function Done({ kind, result, onRestart }: DoneProps) {
  const { import: made, known_count, left_out, problem_count, problems } = result
  const clients = made?.created_clients ?? 0
  const facts = [
    made
      ? `${countOf(made.created, kind)}${clients > 0 ? ` and ${countOf(clients, 'clients')}` : ''} added.`
      : 'Nothing was added: the file has nothing new.',
    known_count > 0 && `${countOf(known_count, kind)} were already there.`,
    left_out > 0 && `${left_out.toLocaleString('en')} lines were left out.`,
    made && 'You can undo the import in the list below.',
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
        hint="These lines were left out. Correct them, then import the file again: what is already there stays as it is."
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
