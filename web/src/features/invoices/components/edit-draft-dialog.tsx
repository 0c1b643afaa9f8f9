import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { INVOICE_NOTE_MAX } from '@studiohub/contract/features/invoices/words.ts'
import { type FormEvent, useState } from 'react'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { useBillable, useUpdateInvoice } from '../api.ts'
import { overtimeOf, readLines, sessionsOfDraft, typedLinesOf } from '../model/draft.ts'
import { DraftLines, DraftSessions } from './draft-fields.tsx'
import { draftSession } from './new-invoice-dialog.tsx'

type EditDraftDialogProps = { invoice: InvoiceDetails; onClose: () => void }

const buyerFields = [
  ['company', 'Company'],
  ['address', 'Address'],
  ['tax_number', 'Tax number'],
] as const

/** Changes the lines, the buyer and the due day of a draft. */
export function EditDraftDialog({ invoice, onClose }: EditDraftDialogProps) {
  const { id, version, studio_id, client_id, currency } = invoice
  const billable = useBillable(studio_id, client_id ?? '', id)
  const update = useUpdateInvoice()
  const own = sessionsOfDraft(invoice)
  const others = (billable.data ?? []).map(draftSession).filter((one) => own.every((session) => session.id !== one.id))
  const sessions = [...own, ...others]
  const [chosen, setChosen] = useState(() => own.map((session) => session.id))
  const excluded = sessions.map((session) => session.id).filter((session_id) => !chosen.includes(session_id))
  const [lines, setLines] = useState(() => typedLinesOf(invoice))
  const [note, setNote] = useState(invoice.note)
  const [due_on, setDueOn] = useState(invoice.due_on ?? '')
  const [buyer, setBuyer] = useState(() => {
    const { company, address, tax_number } = invoice.buyer
    return { company, address, tax_number }
  })
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readLines(lines, currency)
    setError(read.problem)
    if (!('lines' in read)) return
    const changes = { booking_ids: chosen, lines: read.lines, note, due_on: due_on || null, buyer }
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
        onChange={(next) => setChosen(sessions.map((one) => one.id).filter((one) => !next.includes(one)))}
      />
      <DraftLines
        lines={lines}
        currency={currency}
        overtime={overtimeOf(billable.data ?? [], chosen, currency)}
        onChange={(next) => setLines([...next])}
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
