import type { SessionMoney } from '@studiohub/contract/features/invoices/schema.ts'
import { methodLabels } from '@studiohub/contract/features/invoices/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import type { FormEvent } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useCreateSessionPayment } from '../api.ts'
import { useAmountField, useMethodField } from './amount-fields.tsx'

type SessionPaymentDialogProps = { money: SessionMoney; currency: string; onClose: () => void }

/** Records a payment for a session: for its invoice, or as a deposit if it has none. */
export function SessionPaymentDialog({ money, currency, onClose }: SessionPaymentDialogProps) {
  const { booking_id: id, owed_minor, methods } = money
  const create = useCreateSessionPayment()
  const amount = useAmountField(currency, owed_minor, owed_minor)
  const { field, method } = useMethodField('Paid by', methods, methodLabels)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const amount_minor = amount.read()
    if (amount_minor !== null) create.mutate({ id, amount_minor, method }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Take payment"
      description={`${moneyText(owed_minor, currency)} is still due for this session.`}
      submitLabel="Record payment"
      pendingLabel="Recording..."
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {amount.field}
      {field}
    </FormDialog>
  )
}
