import { computeRefundableToCard } from '@studiohub/contract/features/invoices/rules.ts'
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
import { useAmountField, useMethodField } from '../shared/amount-fields.tsx'

type DialogProps = { invoice: InvoiceDetails; onClose: () => void }

/** The dialog of one action on an invoice. */
export function MoneyDialogs({ name, ...props }: DialogProps & { name: MoneyDialogName }) {
  if (name === 'payment') return <PaymentDialog {...props} />
  if (name === 'refund') return <RefundDialog {...props} />
  if (name === 'credit-note') return <CreditNoteDialog {...props} />
  return <EndInvoiceDialog {...props} name={name} />
}

/** A required field for a reason. `read` returns the reason, or shows an error and returns null. */
function useReasonField(hint: string) {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const read = (): string | null => {
    setMissing(text.trim() === '')
    return text.trim() || null
  }
  const field = (
    <Field label="Reason" hint={hint} required error={isMissing ? 'Please enter a reason' : undefined}>
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

const createSubmitHandler = (action: () => void) => (event: FormEvent) => {
  event.preventDefault()
  action()
}

// A bank transfer is the usual way to pay an invoice.
const paymentOrder: readonly PaymentMethod[] = ['bank', 'cash', 'outside']

function PaymentDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, open_minor } = invoice
  const create = useCreatePayment()
  const [restBecomesCredit, setRestBecomesCredit] = useState(false)
  const amount = useAmountField(currency, open_minor, restBecomesCredit ? null : open_minor)
  const { field, method } = useMethodField('Paid by', paymentOrder, methodLabels)
  const [paid_on, setPaidOn] = useState('')
  const save = () => {
    const amount_minor = amount.read()
    if (amount_minor === null) return
    const payment = { id, amount_minor, method, keep_rest_as_credit: restBecomesCredit, ...(paid_on && { paid_on }) }
    create.mutate(payment, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Record payment"
      description={`${moneyText(open_minor, currency)} is due.`}
      submitLabel="Record payment"
      pendingLabel="Recording..."
      isPending={create.isPending}
      onSubmit={createSubmitHandler(save)}
      onClose={onClose}
    >
      {amount.field}
      {field}
      <DateField
        label="Paid on"
        hint="Leave empty for today"
        value={paid_on}
        onChange={({ target }) => setPaidOn(target.value)}
      />
      {invoice.client_id !== null && (
        <Switch
          label="Keep the rest as credit"
          hint="If the client paid more than the open amount."
          checked={restBecomesCredit}
          onChange={setRestBecomesCredit}
        />
      )}
    </FormDialog>
  )
}

const refundLabels = { ...methodLabels, card: 'Refund to the card', credit: 'Credit for the next booking or invoice' }

/** The possible ways to refund. The card comes first if possible, because clients expect it. */
function listRefundMethods({ client_id, payments }: InvoiceDetails): readonly RefundMethod[] {
  return [
    ...(computeRefundableToCard(payments) > 0 ? (['card'] as const) : []),
    ...paymentMethods,
    ...(client_id === null ? [] : (['credit'] as const)),
  ]
}

function RefundDialog({ invoice, onClose }: DialogProps) {
  const { id, currency, paid_minor } = invoice
  const create = useCreateRefund()
  const [withCreditNote, setWithCreditNote] = useState(true)
  const amount = useAmountField(currency, paid_minor, paid_minor)
  const reason = useReasonField('The client sees it on the credit note.')
  const { field, method } = useMethodField('Refund by', listRefundMethods(invoice), refundLabels)
  const save = () => {
    const [amount_minor, text] = [amount.read(), reason.read()]
    if (amount_minor === null || text === null) return
    const refund = { id, amount_minor, method, reason: text, with_credit_note: withCreditNote }
    create.mutate(refund, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Refund"
      description={`${moneyText(paid_minor, currency)} was paid.`}
      submitLabel="Refund"
      pendingLabel="Refunding..."
      isPending={create.isPending}
      onSubmit={createSubmitHandler(save)}
      onClose={onClose}
    >
      {amount.field}
      {field}
      {reason.field}
      <Switch
        label="Lower the invoice by this amount"
        hint="Creates a credit note. If off, the client owes the amount again: use this to correct a payment recorded by mistake."
        checked={withCreditNote}
        onChange={setWithCreditNote}
      />
    </FormDialog>
  )
}

function CreditNoteDialog({ invoice, onClose }: DialogProps) {
  const { id, currency } = invoice
  const create = useCreateCreditNote()
  const charged_minor = invoice.total_minor - invoice.credited_minor - invoice.written_off_minor
  const amount = useAmountField(currency, charged_minor, charged_minor)
  const reason = useReasonField('The client sees it.')
  const save = () => {
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
      onSubmit={createSubmitHandler(save)}
      onClose={onClose}
    >
      {amount.field}
      {reason.field}
    </FormDialog>
  )
}

const endTexts = {
  void: {
    title: 'Void this invoice?',
    description: 'Its number stays. Its sessions can be put on another invoice. This action cannot be undone.',
    submitLabel: 'Make void',
  },
  'write-off': {
    title: 'Write off the open amount?',
    description: 'Use this if the client will never pay. This action cannot be undone.',
    submitLabel: 'Write off',
  },
}

function EndInvoiceDialog({ invoice, name, onClose }: DialogProps & { name: keyof typeof endTexts }) {
  const [voidInvoice, writeOff] = [useVoidInvoice(), useWriteOffInvoice()]
  const endInvoice = name === 'void' ? voidInvoice : writeOff
  const reason = useReasonField('Only your studio sees it.')
  const save = () => {
    const text = reason.read()
    if (text !== null) endInvoice.mutate({ id: invoice.id, reason: text }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      {...endTexts[name]}
      pendingLabel="One moment..."
      isPending={endInvoice.isPending}
      onSubmit={createSubmitHandler(save)}
      onClose={onClose}
    >
      {reason.field}
    </FormDialog>
  )
}
