import type { BillableSession, InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { type FormEvent, useState } from 'react'
import { useClientOptions } from '#features/clients/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useBillableSessions, useCreateInvoice } from '../api.ts'
import { createOvertimeLine, type DraftSession, readLines, type TypedLine } from '../model/draft.ts'
import { DraftLines, DraftSessions } from './draft-fields.tsx'

type NewInvoiceDialogProps = {
  studio: { id: string; currency: string }
  onClose: () => void
  onCreated: (invoice: InvoiceDetails) => void
}

const hints = { completed: undefined, confirmed: 'not yet completed', cancelled: 'cancelled, with a fee' }

/** Converts a billable session to an entry of the form of a draft. */
export const toDraftSession = ({ id, label, booking_date, status, price_minor, currency }: BillableSession) => {
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

/** Creates a draft from sessions of a client and additional lines. */
export function NewInvoiceDialog({ studio, onClose, onCreated }: NewInvoiceDialogProps) {
  const [client_id, setClient] = useState('')
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const [lines, setLines] = useState<readonly TypedLine[]>([])
  const [error, setError] = useState<string>()
  const clients = useClientOptions(studio.id, true)
  const billable = useBillableSessions(studio.id, client_id)
  const create = useCreateInvoice()
  const sessions = (billable.data ?? []).map(toDraftSession)
  const currency = sessions[0]?.currency ?? studio.currency
  const selected = sessions.filter(({ id, ...session }) => session.currency === currency && !excluded.includes(id))
  const booking_ids = selected.map(({ id }) => id)
  const overtime = createOvertimeLine(billable.data ?? [], booking_ids, currency)
  const selectClient = (id: string) => {
    setClient(id)
    setExcluded([])
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readResult = readLines(lines, currency)
    const isEmpty = selected.length + ('lines' in readResult ? readResult.lines.length : 0) === 0
    const emptyError = isEmpty ? 'Please choose a session or add a line' : undefined
    const nextError = client_id ? (readResult.problem ?? emptyError) : 'Please choose a client'
    setError(nextError)
    if (nextError || !('lines' in readResult)) return
    create.mutate(
      { studio_id: studio.id, client_id, booking_ids, lines: readResult.lines, currency },
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
            onChange={selectClient}
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
