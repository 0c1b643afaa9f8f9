import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { INVOICE_NOTE_MAX } from '@studiohub/contract/features/invoices/words.ts'
import { type FormEvent, useState } from 'react'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { useBillableSessions, useUpdateInvoice } from '../api.ts'
import { createOvertimeLine, readLines, sessionsOfDraft, toDraftSession, toTypedLines } from '../model/draft.ts'
import { DraftLines, DraftSessions } from './draft-fields.tsx'

type EditDraftDialogProps = { invoice: InvoiceDetails; onClose: () => void }

const buyerFields = [
  ['company', 'Company'],
  ['address', 'Address'],
  ['tax_number', 'Tax number'],
] as const

/** Changes the lines, the buyer and the due day of a draft. */
export function EditDraftDialog({ invoice, onClose }: EditDraftDialogProps) {
  const { id, version, studio_id, client_id, currency } = invoice
  const billable = useBillableSessions(studio_id, client_id ?? '', id)
  const update = useUpdateInvoice()
  const draftSessions = sessionsOfDraft(invoice)
  const otherSessions = (billable.data ?? [])
    .map(toDraftSession)
    .filter(({ id: session_id }) => draftSessions.every((session) => session.id !== session_id))
  const sessions = [...draftSessions, ...otherSessions]
  const [selectedIds, setSelectedIds] = useState(() => draftSessions.map((session) => session.id))
  const excluded = sessions.map((session) => session.id).filter((session_id) => !selectedIds.includes(session_id))
  const [lines, setLines] = useState(() => toTypedLines(invoice))
  const [note, setNote] = useState(invoice.note)
  const [due_on, setDueOn] = useState(invoice.due_on ?? '')
  const [buyer, setBuyer] = useState(() => {
    const { company, address, tax_number } = invoice.buyer
    return { company, address, tax_number }
  })
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readResult = readLines(lines, currency)
    setError(readResult.problem)
    if (!('lines' in readResult)) return
    const changes = { booking_ids: selectedIds, lines: readResult.lines, note, due_on: due_on || null, buyer }
    update.mutate({ id, version, ...changes }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Edit draft"
      submitLabel="Save draft"
      pendingLabel="Saving..."
      isPending={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftSessions
        sessions={sessions}
        currency={currency}
        excluded={excluded}
        onChange={(newExcluded) =>
          setSelectedIds(
            sessions.map((session) => session.id).filter((session_id) => !newExcluded.includes(session_id)),
          )
        }
      />
      <DraftLines
        lines={lines}
        currency={currency}
        overtime={createOvertimeLine(billable.data ?? [], selectedIds, currency)}
        onChange={(newLines) => setLines([...newLines])}
      />
      {error && (
        <p role="alert" className="text-sm text-cancelled">
          {error}
        </p>
      )}
      {buyerFields.map(([name, label]) => (
        <Field key={name} label={label}>
          {(control) =>
            name === 'address' ? (
              <Textarea
                {...control}
                rows={3}
                value={buyer[name]}
                onChange={({ target }) => setBuyer({ ...buyer, [name]: target.value })}
              />
            ) : (
              <Input
                {...control}
                value={buyer[name]}
                onChange={({ target }) => setBuyer({ ...buyer, [name]: target.value })}
              />
            )
          }
        </Field>
      ))}
      <DateField
        label="Due on"
        hint="If empty: after the number of days in your settings"
        value={due_on}
        onChange={({ target }) => setDueOn(target.value)}
      />
      <Field label="Note" hint="The client reads it.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={INVOICE_NOTE_MAX}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
