import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { type FormEvent, useState } from 'react'
import { useClientOptions } from '#features/clients/api.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useBillableSessions, useCreateInvoice } from '../api.ts'
import {
  clearPrices,
  createOvertimeLine,
  readLines,
  removeOvertime,
  type TypedLine,
  toDraftSession,
} from '../model/draft.ts'
import { DraftLines, DraftSessions } from './draft-fields.tsx'

type NewInvoiceDialogProps = {
  studio: { id: string; currency: string }
  onClose: () => void
  onCreated: (invoice: InvoiceDetails) => void
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
  const [linesCurrency, setLinesCurrency] = useState(studio.currency)
  // The currency is known once the sessions are loaded.
  const currency = billable.data ? (sessions[0]?.currency ?? studio.currency) : linesCurrency
  if (currency !== linesCurrency) {
    setLinesCurrency(currency)
    setLines(clearPrices(lines))
  }
  const selected = sessions.filter(({ id, ...session }) => session.currency === currency && !excluded.includes(id))
  const booking_ids = selected.map(({ id }) => id)
  const overtime = createOvertimeLine(billable.data ?? [], booking_ids, currency)
  const selectClient = (id: string) => {
    setClient(id)
    setExcluded([])
    setLines(removeOvertime(lines))
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readResult = readLines(lines, currency)
    const loadError = billable.data ? undefined : "Please try again when the client's sessions are loaded"
    const isEmpty = selected.length + ('lines' in readResult ? readResult.lines.length : 0) === 0
    const emptyError = isEmpty ? 'Please choose a session or add a line' : undefined
    const nextError = client_id ? (loadError ?? readResult.problem ?? emptyError) : 'Please choose a client'
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
      <Field label="Client" required error={client_id ? undefined : error}>
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
      {client_id && (
        <QueryView query={billable} loadingText="Loading sessions..." errorTitle="Failed to load sessions">
          {() => <DraftSessions sessions={sessions} currency={currency} excluded={excluded} onChange={setExcluded} />}
        </QueryView>
      )}
      <DraftLines lines={lines} currency={currency} overtime={overtime} onChange={setLines} />
      {client_id && error && (
        <p role="alert" className="text-sm text-cancelled">
          {error}
        </p>
      )}
    </FormDialog>
  )
}
