import type { ImportOptions, ImportPreview } from '@studiohub/contract/features/imports/schema.ts'
import { dateOrders, fieldsOfKind, importFieldLabels } from '@studiohub/contract/features/imports/words.ts'
import { Select } from '#ui/select.tsx'

type ColumnsProps = {
  preview: ImportPreview
  /** The chosen options. The preview may not show the last choice yet. */
  options: ImportOptions
  onChoose: (options: ImportOptions) => void
}

/** Chooses the field of each column of the file, and the order of day and month in dates. */
export function Columns({ preview, options, onChoose }: ColumnsProps) {
  const { kind, columns } = preview
  const choices = fieldsOfKind[kind].map((value) => ({ value, label: importFieldLabels[value] }))
  const fields = columns.map((column, position) => options.columns?.[position] ?? column.field)
  const choose = (position: number, value: string) => {
    const field = fieldsOfKind[kind].find((name) => name === value)
    if (field) onChoose({ columns: fields.with(position, field) })
  }
  const rows = columns.map((column, position) => ({ ...column, field: fields[position], position }))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm text-muted-foreground">What is in each column of the file?</legend>
      <DateOrderField preview={preview} options={options} onChoose={onChoose} />
      {rows.map(({ header, field, example, position }) => (
        <div key={position} className="grid items-center gap-2 sm:grid-cols-2">
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium">{header || `Column ${position + 1}`}</span>
            {example && <span className="block truncate text-muted-foreground">{example}</span>}
          </span>
          <Select
            aria-label={`Column ${header || position + 1}`}
            choices={choices}
            value={field}
            onChange={({ target }) => choose(position, target.value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

function DateOrderField({ preview: { date_order }, options, onChoose }: ColumnsProps) {
  const { is_needed, example } = date_order
  const value = options.date_order ?? date_order.value
  if (example === null) return null
  const choices = [
    { value: 'dmy', label: 'Day first (31/12)' },
    { value: 'mdy', label: 'Month first (12/31)' },
  ]
  const choose = (text: string) => {
    const order = dateOrders.find((name) => name === text)
    if (order) onChoose({ date_order: order })
  }
  return (
    <div className="grid items-center gap-2 sm:grid-cols-2">
      <span className="text-sm">
        <span className="block font-medium">{`Dates such as ${example}`}</span>
        {is_needed && (
          <span className="block text-danger" role="alert">
            Choose whether the day or the month comes first.
          </span>
        )}
      </span>
      <Select
        aria-label="Order of day and month"
        choices={choices}
        {...(value === null && { placeholder: 'Please choose' })}
        value={value ?? ''}
        onChange={({ target }) => choose(target.value)}
      />
    </div>
  )
}
