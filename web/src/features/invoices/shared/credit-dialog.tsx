import { MONEY_REASON_MAX, methodLabels, type PaymentMethod } from '@studiohub/contract/features/invoices/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/input.tsx'
import { useCreateCredit, usePayOutCredit } from '../api.ts'
import { useAmountField, useMethodField } from './amount-fields.tsx'

type CreditDialogProps = {
  studio_id: string
  client_id: string
  currency: string
  /** The credit to pay out. Without it, the dialog gives credit. */
  payOut?: { credit_minor: number }
  onClose: () => void
}

const methods: readonly PaymentMethod[] = ['bank', 'cash', 'outside']

/** Gives a client credit for their next booking or invoice, or pays it out. */
export function CreditDialog({ studio_id, client_id, currency, payOut, onClose }: CreditDialogProps) {
  const [createCredit, payOutCredit] = [useCreateCredit(), usePayOutCredit()]
  const max_minor = payOut?.credit_minor ?? null
  const amount = useAmountField(currency, max_minor ?? 0, max_minor)
  const { field, method } = useMethodField('Paid by', methods, methodLabels)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount_minor = amount.read()
    setMissing(reason.trim() === '')
    if (amount_minor === null || reason.trim() === '') return
    const change = { studio_id, client_id, amount_minor, currency, reason: reason.trim() }
    if (payOut) payOutCredit.mutate({ ...change, method }, { onSuccess: onClose })
    else createCredit.mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={payOut ? 'Pay out credit' : 'Give credit'}
      description={
        payOut
          ? `This client has ${moneyText(payOut.credit_minor, currency)} of credit.`
          : "It is used automatically for the deposit of the client's next booking, or for their next invoice."
      }
      submitLabel={payOut ? 'Pay out' : 'Give credit'}
      pendingLabel="One moment..."
      isPending={createCredit.isPending || payOutCredit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {amount.field}
      {payOut && field}
      <Field label="Reason" required error={isMissing ? 'Please enter a reason' : undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={MONEY_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
