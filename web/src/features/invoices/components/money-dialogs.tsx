import { refundableToCard } from '@studiohub/contract/features/invoices/rules.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import {
  MONEY_REASON_MAX,
  methodLabels,
  type PaymentMethod,
  paymentMethods,
  type RefundMethod,
} from '@studiohub/contract/features/invoices/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { type FormEvent, useState } from 'react'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { useCreateCreditNote, useCreatePayment, useCreateRefund, useVoidInvoice, useWriteOffInvoice } from '../api.ts'
import type { MoneyDialogName } from '../model/invoice-text.ts'
import { useAmount, useMethod } from '../shared/amount-fields.tsx'

type DialogProps = { invoice: InvoiceDetails; onClose: () => void }

/** The dialog for one step of an invoice. */
export function MoneyDialogs({ name, ...props }: DialogProps & { name: MoneyDialogName }) {
  if (name === 'payment') return <PaymentDialog {...props} />
  if (name === 'refund') return <RefundDialog {...props} />
  if (name === 'credit-note') return <CreditNoteDialog {...props} />
  return <EndDialog {...props} name={name} />
}

/** A reason that may not be empty. */
function useReason(hint: string) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const read = (): string | null => {
    setMissing(text.trim() === '')
    return text.trim() || null
  }
  const field = (
    <Field label="Reason" hint={hint} required error={isMissing ? 'Please say why' : undefined}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={MONEY_REASON_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
  return { field, read }
}

const onSubmit = (start: () => void) => (event: FormEvent) => {
  event.preventDefault()
  start()
}

// A bank transfer is the usual way to pay an invoice.
const paymentOrder: readonly PaymentMethod[] = ['bank', 'cash', 'outside']

function PaymentDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, open_minor } = invoice
  const create = useCreatePayment()
  const [keepsRest, setKeepsRest] = useState(false)
  const amount = useAmount(currency, open_minor, keepsRest ? null : open_minor)
  const { field, method } = useMethod('Paid by', paymentOrder, methodLabels)
  const [paid_on, setPaidOn] = useState('')
  const start = () => {
    const amount_minor = amount.read()
    if (amount_minor === null) return
    const payment = { id, amount_minor, method, keep_rest_as_credit: keepsRest, ...(paid_on && { paid_on }) }
    create.mutate(payment, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Record payment"
      description={`${moneyText(open_minor, currency)} is open.`}
      submitLabel="Record payment"
      pendingLabel="Recording..."
      isPending={create.isPending}
      onSubmit={onSubmit(start)}
      onClose={onClose}
    >
      {amount.field}
      {field}
      <DateField
        label="Paid on"
        hint="Empty: today"
        value={paid_on}
        onChange={({ target }) => setPaidOn(target.value)}
      />
      {invoice.client_id !== null && (
        <Switch
          label="Keep the rest as credit"
          hint="If the client paid more than the open amount."
          checked={keepsRest}
          onChange={setKeepsRest}
        />
      )}
    </FormDialog>
  )
}

const refundLabels = { ...methodLabels, card: 'Back to the card', credit: 'Credit for the next booking or invoice' }

/** A refund to the card comes first if it is possible, because clients expect it. */
function refundWays({ client_id, payments }: InvoiceDetails): readonly RefundMethod[] {
  return [
    ...(refundableToCard(payments) > 0 ? (['card'] as const) : []),
    ...paymentMethods,
    ...(client_id === null ? [] : (['credit'] as const)),
  ]
}

function RefundDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, paid_minor } = invoice
  const create = useCreateRefund()
  const [withNote, setWithNote] = useState(true)
  const amount = useAmount(currency, paid_minor, paid_minor)
  const reason = useReason('The client sees it on the credit note.')
  const { field, method } = useMethod('Give back by', refundWays(invoice), refundLabels)
  const start = () => {
    const [amount_minor, text] = [amount.read(), reason.read()]
    if (amount_minor === null || text === null) return
    const refund = { id, amount_minor, method, reason: text, with_credit_note: withNote }
    create.mutate(refund, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Refund"
      description={`${moneyText(paid_minor, currency)} was paid.`}
      submitLabel="Refund"
      pendingLabel="Refunding..."
      isPending={create.isPending}
      onSubmit={onSubmit(start)}
      onClose={onClose}
    >
      {amount.field}
      {field}
      {reason.field}
      <Switch
        label="Lower the invoice by this amount"
        hint="Creates a credit note. If off, the client owes the amount again: use this to correct a payment recorded by mistake."
        checked={withNote}
        onChange={setWithNote}
      />
    </FormDialog>
  )
}

function CreditNoteDialog({ invoice, onClose }: DialogProps) {
  const { id, currency } = invoice
  const create = useCreateCreditNote()
  const charged = invoice.total_minor - invoice.credited_minor - invoice.written_off_minor
  const amount = useAmount(currency, charged, charged)
  const reason = useReason('The client sees it.')
  const start = () => {
    const [amount_minor, text] = [amount.read(), reason.read()]
    if (amount_minor === null || text === null) return
    create.mutate({ id, amount_minor, reason: text }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Credit note"
      description="Lowers the invoice. If it is already paid, the difference becomes the client's credit."
      submitLabel="Issue credit note"
      pendingLabel="Issuing..."
      isPending={create.isPending}
      onSubmit={onSubmit(start)}
      onClose={onClose}
    >
      {amount.field}
      {reason.field}
    </FormDialog>
  )
}

const ends = {
  void: {
    title: 'Make this invoice void?',
    description: 'Its number stays. Its sessions can be put on another invoice. This cannot be undone.',
    submitLabel: 'Make void',
  },
  'write-off': {
    title: 'Write off the open amount?',
    description: 'Use this if the client will never pay. This cannot be undone.',
    submitLabel: 'Write off',
  },
}

function EndDialog({ invoice, name, onClose }: DialogProps & { name: keyof typeof ends }) {
  const [makeVoid, writeOff] = [useVoidInvoice(), useWriteOffInvoice()]
  const end = name === 'void' ? makeVoid : writeOff
  const reason = useReason('Only your studio sees it.')
  const start = () => {
    const text = reason.read()
    if (text !== null) end.mutate({ id: invoice.id, reason: text }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      {...ends[name]}
      pendingLabel="One moment..."
      isPending={end.isPending}
      onSubmit={onSubmit(start)}
      onClose={onClose}
    >
      {reason.field}
    </FormDialog>
  )
}
