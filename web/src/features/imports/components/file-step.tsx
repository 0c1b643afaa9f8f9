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
import type { ImportState } from '../hooks/use-import-file.ts'
import { type Sample, sampleFile, samples } from '../model/sample.ts'

const hints: Record<ImportKind, string | undefined> = {
  clients: undefined,
  services: 'They are added after your existing services.',
  bookings:
    'Past and future sessions with their clients. Import your services first, so that sessions can be matched to them.',
  projects: undefined,
}
/** The columns without which a file cannot be read, as `missingField` of the contract checks them. */
const requiredColumns: Record<ImportKind, string> = {
  clients: 'Name, or First name and Last name',
  services: 'Name of the service',
  bookings: 'Start (date and time), or Date and Start time',
  projects: "Title, and Client or Client's email",
}
const csvTypes = ['text/csv', 'text/plain', 'text/tab-separated-values', '.csv', '.tsv', '.txt']
const calendarTypes = ['text/calendar', '.ics']

/** The first step: the file, chosen or dropped. Below it is an example with columns that are recognized. */
export function FileStep({ openImport, kind }: { openImport: ImportState; kind: ImportKind }) {
  const { file, preview, isReading, open } = openImport
  const { dropZone, isOver } = useFileDrop<HTMLDivElement>(([dropped]) => {
    if (dropped && !isReading) open(dropped)
  })
  const withCalendar = kind === 'bookings'
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card title="File" description={hints[kind]}>
        <div
          ref={dropZone}
          className={cx(
            'gap-3 rounded-md border border-dashed text-sm max-md:[&_button]:min-h-11',
            file
              ? 'flex flex-wrap items-center justify-between p-3'
              : 'grid min-h-44 place-content-center justify-items-center p-5 text-center',
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
            {...(!file && { look: 'primary' })}
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

/** The first lines of a sample file, all columns that this import reads, and a download of the sample. */
function KnownColumns({ kind }: { kind: ImportKind }) {
  const sample = samples[kind]
  const labels = fieldsOfKind[kind].filter((field) => field !== 'ignore').map((field) => importFieldLabels[field])
  return (
    <Card
      title="Example"
      description="The first line names the columns. Their order does not matter."
      action={
        <Button look="secondary" onClick={() => saveFile(sampleFile(kind))}>
          <Download aria-hidden />
          Download a sample
        </Button>
      }
    >
      <SampleTable {...sample} />
      <p className="text-sm text-muted-foreground">
        <span className="font-medium text-foreground">Required: {requiredColumns[kind]}.</span> Columns we know:{' '}
        {labels.join(', ')}.
      </p>
    </Card>
  )
}

const cellClasses = 'border-border px-3 py-2 text-left whitespace-nowrap not-first:border-l'

/** On phones, which have no scroll bar, the right edge shows that there is more. The last column has space for it. */
const fadeClasses =
  'after:pointer-events-none after:absolute after:inset-y-px after:right-px after:w-10 after:rounded-r-md after:bg-linear-to-l after:from-card md:after:hidden'

const SampleTable = ({ columns, rows }: Sample) => (
  <div className={cx('relative', fadeClasses)}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
    <section aria-label="Example of a file" tabIndex={0} className="overflow-x-auto rounded-md border border-border">
      <table aria-label="Example of a file" className="w-full text-sm max-md:[&_:is(th,td):last-child]:pr-12">
        <thead className="bg-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={cx(cellClasses, 'font-medium')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-muted-foreground">
          {rows.map((cells) => (
            <tr key={cells.join()} className="border-t border-border">
              {cells.map((cell, index) => (
                <td key={columns[index]} className={cellClasses}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </div>
)
