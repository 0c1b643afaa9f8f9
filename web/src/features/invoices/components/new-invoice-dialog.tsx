import type { BillableSession, InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { LINE_DESCRIPTION_MAX } from '@studiohub/contract/features/invoices/words.ts'
import { moneyText, parseMinor } from '@studiohub/contract/shared/money.ts'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { useEveryClient } from '#features/clients/api.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { useBillable, useCreateInvoice } from '../api.ts'

type NewInvoiceDialogProps = {
  studio: { id: string; currency: string }
  onClose: () => void
  onCreated: (invoice: InvoiceDetails) => void
}

type FreeLine = { description: string; price: string }
const emptyLine: FreeLine = { description: '', price: '' }

/** A draft from sessions of a client, with lines of its own. */
export function NewInvoiceDialog({ studio, onClose, onCreated }: NewInvoiceDialogProps) {
  const [client_id, setClient] = useState('')
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const [lines, setLines] = useState<readonly FreeLine[]>([])
  const [error, setError] = useState<string>()
  const clients = useEveryClient(studio.id, true)
  const billable = useBillable(studio.id, client_id)
  const create = useCreateInvoice()
  const sessions = billable.data ?? []
  const currency = sessions[0]?.currency ?? studio.currency
  const chosen = sessions.filter(({ id, ...session }) => session.currency === currency && !excluded.includes(id))
  const choose = (id: string) => {
    setClient(id)
    setExcluded([])
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filled = lines.filter(({ description, price }) => description.trim() !== '' || price.trim() !== '')
    const priced = filled.map((line) => ({ ...line, unit_price_minor: readPrice(line.price, currency) }))
    const problem = problemOf({ client_id, sessions: chosen, lines: priced })
    setError(problem)
    if (problem) return
    const own = priced.map(({ description, unit_price_minor }) => ({
      ...{ description, quantity: 1, unit_price_minor: unit_price_minor ?? 0 },
    }))
    const booking_ids = chosen.map(({ id }) => id)
    create.mutate({ studio_id: studio.id, client_id, booking_ids, lines: own, currency }, { onSuccess: onCreated })
  }
  return (
    <FormDialog
      title="New Invoice"
      description="A draft that you check before you issue it."
      submitLabel="Create draft"
      pendingLabel="Creating..."
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Client" required error={error}>
        {(control) => (
          <Combobox
            {...control}
            choices={(clients.data ?? []).map(({ id, full_name }) => ({ value: id, label: full_name ?? 'No name' }))}
            value={client_id}
            onChange={choose}
            placeholder="Type a name"
            emptyText="No client found"
          />
        )}
      </Field>
      {client_id && billable.isSuccess && (
        <Sessions sessions={sessions} currency={currency} excluded={excluded} onChange={setExcluded} />
      )}
      <FreeLines lines={lines} currency={currency} onChange={setLines} />
    </FormDialog>
  )
}

/** A price may be negative, for a discount. */
function readPrice(text: string, currency: string): number | null {
  const isNegative = text.trim().startsWith('-')
  const minor = parseMinor(text.replace('-', ''), currency)
  return minor === null ? null : isNegative ? -minor : minor
}

type Contents = {
  client_id: string
  sessions: readonly BillableSession[]
  lines: readonly { description: string; unit_price_minor: number | null }[]
}

function problemOf({ client_id, sessions, lines }: Contents): string | undefined {
  if (!client_id) return 'Please choose a client'
  if (lines.some(({ description }) => description.trim() === '')) return 'Please say what each line is for'
  if (lines.some(({ unit_price_minor }) => unit_price_minor === null)) return 'Please enter a price for each line'
  return sessions.length + lines.length === 0 ? 'Please choose a session or add a line' : undefined
}

type SessionsProps = {
  sessions: readonly BillableSession[]
  currency: string
  excluded: readonly string[]
  onChange: (excluded: readonly string[]) => void
}

function Sessions({ sessions, currency, excluded, onChange }: SessionsProps) {
  if (sessions.length === 0)
    return <p className="text-sm text-muted-foreground">This client has no session that can be invoiced.</p>
  const toggle = (id: string) =>
    onChange(excluded.includes(id) ? excluded.filter((one) => one !== id) : [...excluded, id])
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
            {session.label}, {formatShortDate(session.booking_date)}
            {session.status === 'confirmed' && <span className="text-muted-foreground"> (not yet completed)</span>}
            {session.status === 'cancelled' && <span className="text-muted-foreground"> (cancelled, with a fee)</span>}
          </span>
          <span className="tabular-nums">{moneyText(session.price_minor, session.currency)}</span>
        </label>
      ))}
    </fieldset>
  )
}

type FreeLinesProps = {
  lines: readonly FreeLine[]
  currency: string
  onChange: (lines: readonly FreeLine[]) => void
}

function FreeLines({ lines, currency, onChange }: FreeLinesProps) {
  const change = (index: number, changed: Partial<FreeLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...changed } : line)))
  return (
    <div className="grid gap-3">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
        <div key={index} className="grid gap-3 sm:grid-cols-[2fr_1fr]">
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
          <Field label={`Price of line ${index + 1} (${currency})`}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={line.price}
                onChange={({ target }) => change(index, { price: target.value })}
              />
            )}
          </Field>
        </div>
      ))}
      <div>
        <Button size="small" look="secondary" onClick={() => onChange([...lines, emptyLine])}>
          <Plus aria-hidden />
          Add a line
        </Button>
      </div>
    </div>
  )
}
