import { moneyField, moneyText, parseMinor } from '@studiohub/contract/shared/money.ts'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

/**
 * A field for an amount of money.
 * @param max the highest amount in the smallest unit of the currency; null for no limit
 * @returns the field, and `read`: it returns the typed amount in the smallest unit, or shows an error and returns null
 */
export function useAmountField(currency: string, initial: number, max: number | null) {
  const [text, setText] = useState(moneyField(initial, currency))
  const [error, setError] = useState<string>()
  const read = (): number | null => {
    const minor = parseMinor(text, currency)
    const isTooHigh = minor !== null && max !== null && minor > max
    const nextError = !minor ? 'Please enter an amount' : isTooHigh ? `At most ${moneyText(max, currency)}` : undefined
    setError(nextError)
    return nextError === undefined ? minor : null
  }
  const field = (
    <Field label={`Amount (${currency})`} required error={error}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          data-autofocus
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
    </Field>
  )
  return { field, read }
}

/** A select for the way to pay. The first method is the default. */
export function useMethodField<Method extends string>(
  label: string,
  methods: readonly Method[],
  labels: Record<Method, string>,
) {
  const [selected, setSelected] = useState<Method>()
  const method = selected ?? methods[0]
  if (method === undefined) throw new Error('there is no way to pay')
  const select = (value: string) => setSelected(methods.find((name) => name === value))
  const field = (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={method}
          choices={methods.map((value) => ({ value, label: labels[value] }))}
          onChange={({ target }) => select(target.value)}
        />
      )}
    </Field>
  )
  return { field, method }
}
