import type { AddOn, ChosenAddOn, Pricing } from '@studiohub/contract/features/prices/schema.ts'
import { PEOPLE_MAX } from '@studiohub/contract/features/prices/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

type Extras = { people: number | null; add_ons: readonly ChosenAddOn[] }
type ExtrasFieldsProps = Extras & {
  service: { capacity: number | null; pricing: Pricing }
  currency: string
  error?: string | undefined
  onChange: (extras: Extras) => void
}

const unitWords = { piece: '', hour: ' per hour', person: ' per person' } as const

/** Fields for the number of people and for add-ons, if the service has them. */
export function ExtrasFields({ service, currency, people, add_ons, error, onChange }: ExtrasFieldsProps) {
  const { capacity, pricing } = service
  const choose = (key: string, quantity: number) => {
    const others = add_ons.filter((addOn) => addOn.key !== key)
    onChange({ people, add_ons: quantity === 0 ? others : [...others, { key, quantity }] })
  }
  return (
    <div className="grid grid-cols-2 items-start gap-4 empty:hidden">
      {(capacity !== null || pricing.unit === 'person') && (
        <Field label="People" hint={capacity === null ? undefined : `At most ${capacity}`} error={error}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={capacity ?? PEOPLE_MAX}
              value={people ?? ''}
              placeholder="1"
              onChange={({ target }) =>
                onChange({ people: target.value === '' ? null : Number(target.value), add_ons })
              }
            />
          )}
        </Field>
      )}
      {pricing.add_ons.map((addOn) => (
        <AddOnField
          key={addOn.key}
          addOn={addOn}
          currency={currency}
          quantity={add_ons.find(({ key }) => key === addOn.key)?.quantity ?? 0}
          onChange={(quantity) => choose(addOn.key, quantity)}
        />
      ))}
    </div>
  )
}

type AddOnFieldProps = { addOn: AddOn; currency: string; quantity: number; onChange: (quantity: number) => void }

function AddOnField({ addOn, currency, quantity, onChange }: AddOnFieldProps) {
  const { label, price_minor, unit, max_quantity } = addOn
  const price = price_minor === null ? 'On request' : price_minor === 0 ? 'Free' : moneyText(price_minor, currency)
  const counts = Array.from({ length: max_quantity + 1 }, (_, count) => count)
  return (
    <Field label={label} hint={`${price}${price_minor ? unitWords[unit] : ''}`}>
      {(control) => (
        <Select
          {...control}
          choices={counts.map((count) => ({ value: String(count), label: count === 0 ? 'None' : String(count) }))}
          value={String(quantity)}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Field>
  )
}
