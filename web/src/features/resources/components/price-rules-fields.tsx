import { PRICE_LABEL_MAX, PRICE_RULES_MAX } from '@studiohub/contract/features/prices/words.ts'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { TimeField } from '#ui/date-time-fields.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { weekdays } from '../model/hours-form.ts'
import { AddButton, Group, NUMBER, Row, rowKey, type ServiceFormPart } from './pricing-rows.tsx'

/** Prices at certain hours of certain weekdays. */
export function PriceRules({ form }: { form: ServiceFormPart }) {
  const rows = form.watch('rules')
  const setRows = (newRows: typeof rows) => form.setValue('rules', newRows, { shouldDirty: true })
  const { register, formState, watch, setValue } = form
  const add = () =>
    setRows([
      ...rows,
      {
        label: 'evening',
        weekdays: [1, 2, 3, 4, 5],
        from: '18:00',
        to: '23:00',
        by: 'percent',
        percent: 25,
        price: '',
      },
    ])
  return (
    <Group
      title="Price by time"
      hint="For example, evenings or weekends. The first rule that covers a time applies."
      add={rows.length < PRICE_RULES_MAX && <AddButton onClick={add}>Add a time</AddButton>}
    >
      {rows.map((_, index) => {
        const errors = formState.errors.rules?.[index]
        return (
          <Row
            key={rowKey(index)}
            name={`time ${index + 1}`}
            onRemove={() => setRows(rows.filter((_, other) => other !== index))}
          >
            <Field label="Name" error={errors?.label?.message}>
              {(control) => <Input {...control} {...register(`rules.${index}.label`)} maxLength={PRICE_LABEL_MAX} />}
            </Field>
            <CheckboxGroup
              label="Weekdays"
              choices={weekdays.map((name, day) => ({ value: day, label: name.slice(0, 3) }))}
              chosen={form.watch(`rules.${index}.weekdays`)}
              onChange={(days) => setValue(`rules.${index}.weekdays`, days, { shouldDirty: true })}
              error={errors?.weekdays?.message}
            />
            <div className="grid grid-cols-2 gap-4">
              <TimeField label="From" step={900} error={errors?.from?.message} {...register(`rules.${index}.from`)} />
              <TimeField label="Until" step={900} error={errors?.to?.message} {...register(`rules.${index}.to`)} />
            </div>
            <div className="grid grid-cols-2 items-start gap-4">
              <Field label="Costs">
                {(control) => (
                  <Select
                    {...control}
                    {...register(`rules.${index}.by`)}
                    choices={[
                      { value: 'percent', label: 'Percent more or less' },
                      { value: 'price', label: 'Another price' },
                    ]}
                  />
                )}
              </Field>
              {watch(`rules.${index}.by`) === 'percent' ? (
                <Field label="Percent" hint="25 or -10" error={errors?.percent?.message}>
                  {(control) => <Input {...control} type="number" {...register(`rules.${index}.percent`, NUMBER)} />}
                </Field>
              ) : (
                <Field label="Price" error={errors?.price?.message}>
                  {(control) => <Input {...control} inputMode="decimal" {...register(`rules.${index}.price`)} />}
                </Field>
              )}
            </div>
          </Row>
        )
      })}
    </Group>
  )
}
