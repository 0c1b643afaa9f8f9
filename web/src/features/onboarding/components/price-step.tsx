import { PRICE_ON_REQUEST } from '@studiohub/contract/features/prices/rules.ts'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { listCurrencyChoices, priceUnitChoices } from '../../prices/shared/price-choices.ts'
import type { OnboardingForm } from '../model/onboarding-form.ts'

/** The prices of the new studio's services. */
export function PriceStep({ form }: { form: OnboardingForm }) {
  const { register, formState, getValues } = form
  return (
    <>
      <div className="max-w-sm">
        <Field label="Currency" error={formState.errors.currency?.message}>
          {(control) => <Select {...control} {...register('currency')} choices={listCurrencyChoices()} />}
        </Field>
      </div>
      <div className="grid gap-5">
        <p className="text-sm text-muted-foreground">Leave a price empty to show "{PRICE_ON_REQUEST}".</p>
        {getValues('prices').map(({ key, label }, index) => (
          <fieldset
            key={key}
            // On wide screens the labels of the first row are the heads of the columns.
            className={cx(
              'grid grid-cols-2 gap-x-3 gap-y-2 border-t border-border pt-4 md:grid-cols-3 md:gap-4',
              index > 0 && 'md:[&_label]:sr-only',
            )}
          >
            <legend className="float-left pt-1 font-medium max-md:col-span-2 md:col-start-1 md:self-center">
              {label}
            </legend>
            <Field label="Price" error={formState.errors.prices?.[index]?.price?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...register(`prices.${index}.price`)}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="e.g. 60"
                />
              )}
            </Field>
            <Field label="Charged">
              {(control) => <Select {...control} {...register(`prices.${index}.unit`)} choices={priceUnitChoices} />}
            </Field>
          </fieldset>
        ))}
      </div>
    </>
  )
}
