import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { type StudioTaxes, TAX_RATES_MAX, TaxRate } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { Plus, X } from 'lucide-react'
import { z } from 'zod'
import { type FieldConflict, type FieldVersions, listConflictingNames, mergeVersions } from '#lib/forms/three-way.ts'
import { randomKey } from '#lib/server/random-key.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Switch } from '#ui/switch.tsx'
import { useStudioForm } from '../hooks/use-studio-form.ts'
import { CardSave } from './card-save.tsx'
import { tableRowClasses, UnitInput } from './unit-input.tsx'

const ENTER_PERCENT = 'Enter a percentage, such as 19 or 7.5'

/** The form shows percent; the API has hundredths of a percent. */
const TaxForm = z.object({
  prices_include_tax: z.boolean(),
  rates: z.array(
    z.object({
      key: TaxRate.shape.key,
      name: TaxRate.shape.name,
      percent: z.string().regex(/^(100|\d{1,2}([.,]\d{1,2})?)$/, ENTER_PERCENT),
    }),
  ),
})
type TaxFields = z.infer<typeof TaxForm>

const toFields = ({ prices_include_tax, rates }: StudioTaxes): TaxFields => ({
  prices_include_tax,
  rates: rates.map(({ key, name, rate_bp }) => ({ key, name, percent: `${rate_bp / 100}` })),
})

const toTaxes = ({ prices_include_tax, rates }: TaxFields): StudioTaxes => ({
  prices_include_tax,
  rates: rates.map(({ key, name, percent }) => ({
    key,
    name,
    rate_bp: Math.round(Number(percent.replace(',', '.')) * 100),
  })),
})

const toTaxFields = ({ taxes }: Studio) => toFields(taxes)

const DraftTaxes = z
  .object({
    prices_include_tax: z.boolean(),
    rates: z.array(z.object({ key: z.string(), name: z.string(), percent: z.string() })),
  })
  .partial()

const SWITCH_LABEL = 'Prices include tax'

const describeRates = (rates: TaxFields['rates']) =>
  rates.length === 0 ? 'none' : rates.map(({ name, percent }) => `${name} ${percent}%`).join(', ')

/** What both sides changed. The rates are one list, because their order decides which applies. */
function findTaxConflicts(sides: FieldVersions<TaxFields>): FieldConflict[] {
  const conflicting = listConflictingNames(sides)
  const describe = ({ rates, prices_include_tax }: TaxFields) => ({
    rates: describeRates(rates),
    prices_include_tax: prices_include_tax ? 'on' : 'off',
  })
  const mine = describe(sides.mine)
  const theirs = describe(sides.theirs)
  const parts = [
    { name: 'rates', label: 'Rates' },
    { name: 'prices_include_tax', label: SWITCH_LABEL },
  ] as const
  return parts
    .filter(({ name }) => conflicting.includes(name))
    .map(({ name, label }) => ({ label, mine: mine[name], theirs: theirs[name] }))
}

const newKey = () => `rate_${randomKey().replaceAll('-', '').slice(0, 8).toLowerCase()}`

/** The tax rates of the studio, which apply to new bookings. */
export function TaxCard({ studio }: { studio: Studio }) {
  const { form, submit, bar } = useStudioForm({
    studio,
    tab: 'taxes',
    schema: TaxForm,
    draftFields: DraftTaxes,
    toFields: toTaxFields,
    toChanges: (fields) => ({ taxes: toTaxes(fields) }),
    threeWay: { findConflicts: findTaxConflicts, merge: mergeVersions },
  })
  const { register, formState, watch, setValue } = form
  const rates = watch('rates')
  const setRates = (newRates: TaxFields['rates']) => setValue('rates', newRates, { shouldDirty: true })
  return (
    <Card
      title="Tax"
      description="The first rate applies to every service without a rate of its own. Bookings keep their tax."
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        {rates.length > 0 && (
          <div className="grid gap-1.5">
            {rates.map(({ key }, index) => {
              const errors = formState.errors.rates?.[index]
              const name = `rate ${index + 1}`
              return (
                <fieldset
                  key={key}
                  className={cx(
                    'grid-cols-[minmax(0,1fr)_6.5rem_auto] sm:grid-cols-[17rem_8rem_auto] sm:justify-start',
                    tableRowClasses,
                  )}
                >
                  <legend className="sr-only">{name}</legend>
                  <Field label="Name" error={errors?.name?.message}>
                    {(control) => <Input {...control} placeholder="VAT" {...register(`rates.${index}.name`)} />}
                  </Field>
                  <Field label="Percent" error={errors?.percent?.message}>
                    {(control) => (
                      <UnitInput
                        control={control}
                        unit="%"
                        inputMode="decimal"
                        {...register(`rates.${index}.percent`)}
                      />
                    )}
                  </Field>
                  <IconButton
                    name={`Remove ${name}`}
                    onClick={() => setRates(rates.filter((rate) => rate.key !== key))}
                  >
                    <X aria-hidden />
                  </IconButton>
                </fieldset>
              )
            })}
          </div>
        )}
        {rates.length < TAX_RATES_MAX && (
          <div>
            <Button
              look="secondary"
              size="small"
              onClick={() => setRates([...rates, { key: newKey(), name: '', percent: '' }])}
            >
              <Plus aria-hidden />
              Add a rate
            </Button>
          </div>
        )}
        <Switch
          label={SWITCH_LABEL}
          hint="If off, tax is added to your prices."
          checked={watch('prices_include_tax')}
          onChange={(isOn) => setValue('prices_include_tax', isOn, { shouldDirty: true })}
        />
        <CardSave {...bar} label="Save taxes" />
      </form>
    </Card>
  )
}
