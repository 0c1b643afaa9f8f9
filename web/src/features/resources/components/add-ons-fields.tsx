import { ADD_ONS_MAX, PRICE_LABEL_MAX } from '@studiohub/contract/features/prices/words.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { AddButton, Group, NUMBER, Row, rowKey, type ServiceFormPart } from './pricing-rows.tsx'

const addOnChoices = [
  { value: 'piece', label: 'per session' },
  { value: 'hour', label: 'per hour' },
  { value: 'person', label: 'per person' },
]

/** The add-ons of a service. */
export function AddOns({ form }: { form: ServiceFormPart }) {
  const rows = form.watch('add_ons')
  // `useFieldArray` would show the errors of a new empty row at once. They would move the target of the next click.
  const setRows = (newRows: typeof rows) => form.setValue('add_ons', newRows, { shouldDirty: true })
  const { register, formState } = form
  return (
    <Group
      title="Add-ons"
      hint="For example, equipment, an engineer or extra people. Leave the price empty to show “On request”, or enter 0 if it is free."
      add={
        rows.length < ADD_ONS_MAX && (
          <AddButton
            onClick={() => setRows([...rows, { key: '', label: '', unit: 'piece', price: '', max_quantity: 1 }])}
          >
            Add an add-on
          </AddButton>
        )
      }
    >
      {rows.map((_, index) => {
        const errors = formState.errors.add_ons?.[index]
        return (
          <Row
            key={rowKey(index)}
            name={`add-on ${index + 1}`}
            onRemove={() => setRows(rows.filter((_, other) => other !== index))}
          >
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="Name" error={errors?.label?.message ?? errors?.key?.message}>
                {(control) => (
                  <Input {...control} {...register(`add_ons.${index}.label`)} maxLength={PRICE_LABEL_MAX} />
                )}
              </Field>
              <Field label="Maximum quantity" error={errors?.max_quantity?.message}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={1}
                    max={99}
                    {...register(`add_ons.${index}.max_quantity`, NUMBER)}
                  />
                )}
              </Field>
              <Field label="Price" error={errors?.price?.message}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    placeholder="On request"
                    {...register(`add_ons.${index}.price`)}
                  />
                )}
              </Field>
              <Field label="Charged">
                {(control) => <Select {...control} {...register(`add_ons.${index}.unit`)} choices={addOnChoices} />}
              </Field>
            </div>
          </Row>
        )
      })}
    </Group>
  )
}
