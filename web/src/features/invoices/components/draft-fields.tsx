import { LINE_DESCRIPTION_MAX } from '@studiohub/contract/features/invoices/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Plus } from 'lucide-react'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { useActiveStudio } from '#features/profile/api.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type DraftSession, emptyLine, type TypedLine } from '../model/draft.ts'

type SessionsProps = {
  sessions: readonly DraftSession[]
  currency: string
  excluded: readonly string[]
  onChange: (excluded: readonly string[]) => void
}

/** The sessions that a draft can contain. Sessions in another currency cannot be selected. */
export function DraftSessions({ sessions, currency, excluded, onChange }: SessionsProps) {
  if (sessions.length === 0)
    return <p className="text-sm text-muted-foreground">This client has no session that can be invoiced.</p>
  const toggle = (id: string) =>
    onChange(excluded.includes(id) ? excluded.filter((excludedId) => excludedId !== id) : [...excluded, id])
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">Sessions</legend>
      {sessions.map((session) => (
        <label
          key={session.id}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md border border-border bg-raised px-3 py-2 text-sm has-checked:border-link"
        >
          <input
            type="checkbox"
            className="size-4 accent-primary"
            disabled={session.currency !== currency}
            checked={session.currency === currency && !excluded.includes(session.id)}
            onChange={() => toggle(session.id)}
          />
          <span className="min-w-0 flex-1">
            {session.label}
            {session.day && `, ${formatShortDate(session.day)}`}
            {session.hint && <span className="text-muted-foreground"> ({session.hint})</span>}
          </span>
          <span className="tabular-nums">{moneyText(session.amount_minor, session.currency)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type LinesProps = {
  lines: readonly TypedLine[]
  currency: string
  /** The line that the overtime button adds. Null hides the button. */
  overtime?: TypedLine | null
  onChange: (lines: readonly TypedLine[]) => void
}

type NumberField = [field: 'quantity' | 'price' | 'tax', label: string]

const numberFields = (number: number, currency: string, unit: TypedLine['unit']): NumberField[] => [
  ['quantity', `${unit === 'hour' ? 'Hours' : 'Quantity'} of line ${number}`],
  ['price', `Price of line ${number} (${currency})`],
  ['tax', `Tax of line ${number} (%)`],
]

/** Lines that are not part of a session, such as overtime, extras and discounts. */
export function DraftLines({ lines, currency, overtime = null, onChange }: LinesProps) {
  const { studio } = useActiveStudio()
  // The first tax rate of a studio is its default.
  const defaultRate = studio?.taxes.rates[0]?.rate_bp
  const newLine = { ...emptyLine, tax: defaultRate ? String(defaultRate / 100) : '' }
  const change = (index: number, changes: Partial<TypedLine>) =>
    onChange(lines.map((line, lineIndex) => (lineIndex === index ? { ...line, ...changes } : line)))
  return (
    <div className="grid gap-4">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
        <div key={index} className="grid grid-cols-3 gap-3 border-l-2 border-border pl-3">
          <div className="col-span-3">
            <Field label={`Line ${index + 1}`}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={LINE_DESCRIPTION_MAX}
                  value={line.description}
                  onChange={({ target }) => change(index, { description: target.value })}
                />
              )}
            </Field>
          </div>
          {numberFields(index + 1, currency, line.unit).map(([field, label]) => (
            <Field key={field} label={label}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={line[field]}
                  onChange={({ target }) => change(index, { [field]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="secondary" onClick={() => onChange([...lines, newLine])}>
          <Plus aria-hidden />
          Add a line
        </Button>
        {overtime && (
          <Button size="small" look="secondary" onClick={() => onChange([...lines, overtime])}>
            <Plus aria-hidden />
            Add overtime
          </Button>
        )}
      </div>
    </div>
  )
}
