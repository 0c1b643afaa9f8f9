import type { BillableSession, InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { type FormEvent, useState } from 'react'
import { useEveryClient } from '#features/clients/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useBillable, useCreateInvoice } from '../api.ts'
import { type DraftSession, overtimeOf, readLines, type TypedLine } from '../model/draft.ts'
import { DraftLines, DraftSessions } from './draft-fields.tsx'

type NewInvoiceDialogProps = {
  studio: { id: string; currency: string }
  onClose: () => void
  onCreated: (invoice: InvoiceDetails) => void
}

const hints = { completed: undefined, confirmed: 'not yet completed', cancelled: 'cancelled, with a fee' }

/** A session in the form of a draft. */
export const draftSession = ({ id, label, booking_date, status, price_minor, currency }: BillableSession) => {
  const hint = hints[status]
  return {
    id,
    label,
    day: booking_date,
    amount_minor: price_minor,
    currency,
    ...(hint && { hint }),
  } satisfies DraftSession
}

/** Creates a draft from sessions of a client and lines of its own. */
export function NewInvoiceDialog({ studio, onClose, onCreated }: NewInvoiceDialogProps) {
  const [client_id, setClient] = useState('')
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const [lines, setLines] = useState<readonly TypedLine[]>([])
  const [error, setError] = useState<string>()
  const clients = useEveryClient(studio.id, true)
  const billable = useBillable(studio.id, client_id)
  const create = useCreateInvoice()
  const sessions = (billable.data ?? []).map(draftSession)
  const currency = sessions[0]?.currency ?? studio.currency
  const chosen = sessions.filter(({ id, ...session }) => session.currency === currency && !excluded.includes(id))
  const booking_ids = chosen.map(({ id }) => id)
  const overtime = overtimeOf(billable.data ?? [], booking_ids, currency)
  const choose = (id: string) => {
    setClient(id)
    setExcluded([])
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readLines(lines, currency)
    const isEmpty = chosen.length + ('lines' in read ? read.lines.length : 0) === 0
    const nothing = isEmpty ? 'Please choose a session or add a line' : undefined
    const problem = client_id ? (read.problem ?? nothing) : 'Please choose a client'
    setError(problem)
    if (problem || !('lines' in read)) return
    create.mutate(
      { studio_id: studio.id, client_id, booking_ids, lines: read.lines, currency },
      { onSuccess: onCreated },
    )
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
        <DraftSessions sessions={sessions} currency={currency} excluded={excluded} onChange={setExcluded} />
      )}
      <DraftLines lines={lines} currency={currency} overtime={overtime} onChange={setLines} />
    </FormDialog>
  )
}
