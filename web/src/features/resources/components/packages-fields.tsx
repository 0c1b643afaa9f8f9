import { PACKAGES_MAX, PRICE_LABEL_MAX } from '@studiohub/contract/features/prices/words.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { AddButton, Group, NUMBER, Row, rowKey, type ServiceFormPart } from './pricing-rows.tsx'

/** Fixed prices for sessions, each up to a length. */
export function Packages({ form }: { form: ServiceFormPart }) {
  const rows = form.watch('packages')
  const setRows = (newRows: typeof rows) => form.setValue('packages', newRows, { shouldDirty: true })
  const { register, formState } = form
  return (
    <Group
      title="Price by length"
      hint="A fixed price for a half or full day. Clients pay it if it is cheaper than the price by the hour."
      add={
        rows.length < PACKAGES_MAX && (
          <AddButton onClick={() => setRows([...rows, { label: 'full day', minutes: 480, price: '' }])}>
            Add a length
          </AddButton>
        )
      }
    >
      {rows.map((_, index) => {
        const errors = formState.errors.packages?.[index]
        return (
          <Row
            key={rowKey(index)}
            name={`length ${index + 1}`}
            onRemove={() => setRows(rows.filter((_, other) => other !== index))}
          >
            <div className="grid items-start gap-4 sm:grid-cols-3">
              <Field label="Name" error={errors?.label?.message}>
                {(control) => (
                  <Input {...control} {...register(`packages.${index}.label`)} maxLength={PRICE_LABEL_MAX} />
                )}
              </Field>
              <Field label="Up to (minutes)" error={errors?.minutes?.message}>
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    min={5}
                    step={5}
                    {...register(`packages.${index}.minutes`, NUMBER)}
                  />
                )}
              </Field>
              <Field label="Price" error={errors?.price?.message}>
                {(control) => <Input {...control} inputMode="decimal" {...register(`packages.${index}.price`)} />}
              </Field>
            </div>
          </Row>
        )
      })}
    </Group>
  )
}
