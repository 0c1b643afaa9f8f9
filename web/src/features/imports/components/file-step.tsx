import {
  fieldsOfKind,
  IMPORT_FILE_MB,
  IMPORT_ROWS_MAX,
  type ImportKind,
  importFieldLabels,
} from '@studiohub/contract/features/imports/words.ts'
import { Download, FileSpreadsheet } from 'lucide-react'
import { saveFile } from '#lib/page/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { FileButton } from '#ui/file-button.tsx'
import { useFileDrop } from '#ui/use-file-drop.ts'
import type { OpenImport } from '../hooks/use-import-file.ts'
import { sampleFile } from '../model/sample.ts'

const hints: Record<ImportKind, string | undefined> = {
  clients: undefined,
  services: 'They are added after your existing services.',
  bookings:
    'Past and future sessions with their clients. Import your services first, so that sessions can be matched to them.',
  projects: undefined,
}
const csvTypes = ['text/csv', 'text/plain', 'text/tab-separated-values', '.csv', '.tsv', '.txt']
const calendarTypes = ['text/calendar', '.ics']

/** The first step: the file, chosen or dropped. Next to it are the columns that are recognized. */
export function FileStep({ openImport, kind }: { openImport: OpenImport; kind: ImportKind }) {
  const { file, preview, isReading, open } = openImport
  const { dropZone, isOver } = useFileDrop<HTMLDivElement>(([dropped]) => {
    if (dropped && !isReading) open(dropped)
  })
  const withCalendar = kind === 'bookings'
  return (
    <div className={cx('grid grid-cols-1 gap-6', !file && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
      <Card title="1. File" description={hints[kind]}>
        <div
          ref={dropZone}
          className={cx(
            'gap-3 rounded-md border border-dashed text-sm max-md:[&_button]:min-h-11',
            file
              ? 'flex flex-wrap items-center justify-between p-3'
              : 'grid min-h-56 place-content-center justify-items-center p-5 text-center',
            isOver ? 'border-primary bg-muted' : 'border-input',
          )}
        >
          {!file && <FileSpreadsheet aria-hidden className="size-8 text-muted-foreground" />}
          <p className={file ? 'font-medium break-all' : 'text-muted-foreground max-md:hidden'}>
            {file ? file.name : 'Drop your file here, or'}
          </p>
          <FileButton
            label={withCalendar ? 'CSV file or calendar' : 'CSV file'}
            types={withCalendar ? [...csvTypes, ...calendarTypes] : csvTypes}
            pending={isReading && !preview}
            onFile={open}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </FileButton>
          {!file && (
            <p className="text-xs text-muted-foreground">
              {`CSV${withCalendar ? ' or a calendar (.ics)' : ''}, at most ${IMPORT_ROWS_MAX.toLocaleString('en')} lines and ${IMPORT_FILE_MB} MB`}
            </p>
          )}
        </div>
        {preview?.program && <p className="text-sm">{`This looks like an export of ${preview.program}.`}</p>}
      </Card>
      {!file && <KnownColumns kind={kind} />}
    </div>
  )
}

/** The columns that an import of this kind reads, and a file to start from. */
function KnownColumns({ kind }: { kind: ImportKind }) {
  const fields = fieldsOfKind[kind].filter((field) => field !== 'ignore')
  return (
    <Card title="Columns we know" description="The first line names the columns. Their order does not matter.">
      <ul aria-label="Columns we know" className="flex flex-wrap gap-1.5">
        {fields.map((field) => (
          <li key={field} className="rounded-md bg-muted px-2 py-1 text-xs">
            {importFieldLabels[field]}
          </li>
        ))}
      </ul>
      <Button
        look="secondary"
        className="justify-self-start max-md:min-h-11"
        onClick={() => saveFile(sampleFile(kind))}
      >
        <Download aria-hidden />
        Download a sample
      </Button>
    </Card>
  )
}
