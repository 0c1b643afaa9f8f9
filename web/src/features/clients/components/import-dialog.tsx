import {
  type ImportField,
  type ImportPreview,
  importFields,
  importRule,
} from '@studiohub/contract/features/clients/imports/schema.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Select } from '#ui/select.tsx'
import { useImportClients, usePreviewImport } from '../hooks/use-import.ts'

type ImportDialogProps = { studio_id: string; onClose: () => void }

const fieldLabels: Record<ImportField, string> = {
  ignore: 'Leave out',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  notes: 'Notes',
  tags: 'Tags',
  language: 'Language',
}
const fieldChoices = importFields.map((value) => ({ value, label: fieldLabels[value] }))
const types = [...importRule.types, '.csv', '.tsv', '.txt']

/** Imports clients from a CSV file: choose the file, check columns and preview, confirm. */
export function ImportDialog({ studio_id, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreviewImport()
  const add = useImportClients()
  const read = (chosen: File, columns: readonly ImportField[] | null) => {
    setFile(chosen)
    preview.mutate({ studio_id, file: chosen, columns })
  }
  const found = preview.data
  const confirm = () => {
    if (!file || !found) return
    const columns = found.columns.map(({ field }) => field)
    add.mutate({ studio_id, file, columns }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import clients"
      description="From a CSV file of at most 5,000 lines, whose first line names the columns. Nothing is saved until you confirm, and no emails are sent."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          {found && (
            <Button
              onClick={confirm}
              disabled={found.new_clients === 0 || preview.isPending}
              pending={add.isPending}
              pendingText="Importing..."
            >
              {`Import ${countOf(found.new_clients, 'client')}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label="CSV file"
            types={types}
            pending={preview.isPending}
            onFile={(chosen) => read(chosen, null)}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </FileButton>
          {file && <span className="text-sm break-all text-muted-foreground">{file.name}</span>}
        </div>
        {found && file && <Preview preview={found} onColumns={(columns) => read(file, columns)} />}
      </div>
    </Dialog>
  )
}

const countOf = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

type PreviewProps = { preview: ImportPreview; onColumns: (columns: ImportField[]) => void }

function Preview({ preview, onColumns }: PreviewProps) {
  const { rows, new_clients, problem_count, problems, duplicate_count, duplicates } = preview
  const numbers = [
    ['Lines', rows],
    ['New clients', new_clients],
    ['Duplicates', duplicate_count],
    ['Problems', problem_count],
  ] as const
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4" aria-label="What the import would do">
        {numbers.map(([name, value]) => (
          <div key={name} className="grid gap-0.5 rounded-md border border-border p-3">
            <dt className="text-sm text-muted-foreground">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <Columns preview={preview} onColumns={onColumns} />
      <Lines
        title="Problems"
        hint="These lines are left out."
        count={problem_count}
        lines={problems.map(({ line, field, message }) => ({
          line,
          text: field ? `${fieldLabels[field]}: ${message}` : message,
        }))}
      />
      <Lines
        title="Duplicates"
        hint="These lines are left out: you have a client with the same data."
        count={duplicate_count}
        lines={duplicates.map(({ line, name, client_name, by }) => ({
          line,
          text: `${name}: same ${by === 'email' ? 'address' : by} as ${client_name ?? 'a client without a name'}`,
        }))}
      />
    </>
  )
}

function Columns({ preview, onColumns }: PreviewProps) {
  const fields = preview.columns.map(({ field }) => field)
  const columns = preview.columns.map((column, place) => ({ ...column, place, name: column.header || `${place + 1}` }))
  const choose = (place: number, value: string) => {
    const field = importFields.find((one) => one === value)
    if (field) onColumns(fields.with(place, field))
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">Columns</legend>
      {columns.map(({ name, field, example, place }) => (
        <div key={place} className="grid items-center gap-2 sm:grid-cols-2">
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{name}</span>
            {example && <span className="block truncate text-muted-foreground">{example}</span>}
          </span>
          <Select
            aria-label={`Column ${name}`}
            choices={fieldChoices}
            value={field}
            onChange={({ target }) => choose(place, target.value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

type LinesProps = { title: string; hint: string; count: number; lines: readonly { line: number; text: string }[] }

function Lines({ title, hint, count, lines }: LinesProps) {
  if (count === 0) return null
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <p className="text-sm text-muted-foreground">{hint}</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-md border border-border p-3 text-sm">
        {lines.map(({ line, text }) => (
          <li key={`${line} ${text}`} className="flex gap-3">
            <span className="w-16 shrink-0 text-muted-foreground tabular-nums">{`Line ${line}`}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
        {lines.length < count && (
          <li className="text-muted-foreground">{`And ${countOf(count - lines.length, 'more line')}`}</li>
        )}
      </ul>
    </section>
  )
}
