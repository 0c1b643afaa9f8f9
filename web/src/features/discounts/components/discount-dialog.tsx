import { type Discount, DiscountChanges, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { type FormEvent, useState } from 'react'
import { useServices } from '#features/resources/bookable-api.ts'
import { fieldMessages } from '#lib/forms/field-messages.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useCreateDiscount, useUpdateDiscount } from '../api.ts'
import { type DiscountFields, toDiscount, toFields, toLimits } from '../model/discount-form.ts'

type DiscountDialogProps = {
  studio: Studio
  /** Null creates a code. */
  discount: Discount | null
  onClose: () => void
}

const kinds = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
]

/** Adds a code or changes its limits. The percentage or amount of an existing code cannot change. */
export function DiscountDialog({ studio, discount, onClose }: DiscountDialogProps) {
  const { data: services = [] } = useServices(studio.id)
  const [fields, setFields] = useState(() => toFields(discount))
  const { submit, errors, isPending } = useSaveDiscount({ studio, discount, fields, onSaved: onClose })
  const changeFields = (changes: Partial<DiscountFields>) => setFields({ ...fields, ...changes })
  return (
    <FormDialog
      title={discount ? `Code ${discount.code}` : 'New code'}
      submitLabel={discount ? 'Save code' : 'Create code'}
      pendingLabel="Saving..."
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      closeLabel="Cancel"
    >
      {!discount && <ReductionFields fields={fields} errors={errors} studio={studio} onChange={changeFields} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Total uses"
          hint="Leave empty for no limit"
          numeric
          error={errors.max_uses}
          value={fields.max_uses}
          onChange={(max_uses) => changeFields({ max_uses })}
        />
        <TextField
          label="Uses per client"
          hint="Leave empty for no limit"
          numeric
          error={errors.max_uses_per_client}
          value={fields.max_uses_per_client}
          onChange={(max_uses_per_client) => changeFields({ max_uses_per_client })}
        />
        <DateField
          label="First day"
          error={errors.first_date}
          value={fields.first_date}
          onChange={({ target }) => changeFields({ first_date: target.value })}
        />
        <DateField
          label="Last day"
          error={errors.last_date}
          value={fields.last_date}
          onChange={({ target }) => changeFields({ last_date: target.value })}
        />
      </div>
      <CheckboxGroup
        label="Services"
        hint="Leave empty for all services"
        choices={services.map(({ key, label }) => ({ value: key, label }))}
        chosen={fields.service_types}
        error={errors.service_types}
        onChange={(service_types) => changeFields({ service_types })}
      />
    </FormDialog>
  )
}

type ReductionFieldsProps = {
  fields: DiscountFields
  errors: Record<string, string>
  studio: Studio
  onChange: (changes: Partial<DiscountFields>) => void
}

function ReductionFields({ fields, errors, studio, onChange }: ReductionFieldsProps) {
  return (
    <>
      <TextField
        label="Code"
        hint="Letters, digits and hyphens"
        error={errors.code}
        value={fields.code}
        onChange={(code) => onChange({ code })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Takes off">
          {(control) => (
            <Select
              {...control}
              choices={kinds}
              value={fields.kind}
              onChange={({ target }) => onChange({ kind: target.value === 'amount' ? 'amount' : 'percent' })}
            />
          )}
        </Field>
        <TextField
          label={fields.kind === 'amount' ? `Amount (${studio.currency})` : 'Percent off'}
          numeric
          error={errors.percent ?? errors.amount_minor}
          value={fields.value}
          onChange={(value) => onChange({ value })}
        />
      </div>
    </>
  )
}

type TextFieldProps = {
  label: string
  hint?: string
  numeric?: boolean
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

const TextField = ({ label, hint, numeric, error, value, onChange }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <Input
        {...control}
        {...(numeric && { inputMode: 'decimal' })}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

type SaveDiscountInput = Pick<DiscountDialogProps, 'studio' | 'discount'> & {
  fields: DiscountFields
  onSaved: () => void
}

/** Checks the fields with the rules of the server, and sends them if they are valid. */
function useSaveDiscount({ studio, discount, fields, onSaved }: SaveDiscountInput) {
  const create = useCreateDiscount()
  const update = useUpdateDiscount()
  const [issues, setIssues] = useState<Record<string, string>>({})
  const callbacks = { onSuccess: onSaved }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || update.isPending) return
    const input = discount ? toLimits(fields) : toDiscount(fields, studio.currency)
    const nextIssues = fieldMessages((discount ? DiscountChanges : NewDiscount).safeParse(input).error)
    setIssues(nextIssues)
    if (Object.keys(nextIssues).length > 0) return
    if (discount) update.mutate({ id: discount.id, version: discount.version, ...toLimits(fields) }, callbacks)
    else create.mutate({ studio_id: studio.id, ...toDiscount(fields, studio.currency) }, callbacks)
  }
  const error = create.error ?? update.error
  return {
    submit,
    errors: error ? { ...describeError(error).fields, ...issues } : issues,
    isPending: create.isPending || update.isPending,
  }
}
