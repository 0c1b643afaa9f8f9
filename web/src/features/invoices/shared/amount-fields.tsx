import { moneyField, moneyText, parseMinor } from '@studiohub/contract/shared/money.ts'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'

/** A typed amount between the smallest unit and `max`; an error if it is not. */
export function useAmount(currency: string, initial: number, max: number | null) {
  const [text, setText] = useState(moneyField(initial, currency))
  const [error, setError] = useState<string>()
  const read = (): number | null => {
    const minor = parseMinor(text, currency)
    const isTooHigh = minor !== null && max !== null && minor > max
    const problem = !minor ? 'Please enter an amount' : isTooHigh ? `At most ${moneyText(max, currency)}` : undefined
    setError(problem)
    return problem === undefined ? minor : null
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

/** A choice between ways to pay. */
export function useMethod<Method extends string>(
  label: string,
  methods: readonly Method[],
  labels: Record<Method, string>,
) {
  const [chosen, setChosen] = useState<Method>()
  const method = chosen ?? methods[0]
  if (method === undefined) throw new Error('there is no way to pay')
  const choose = (value: string) => setChosen(methods.find((one) => one === value))
  const field = (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={method}
          choices={methods.map((value) => ({ value, label: labels[value] }))}
          onChange={({ target }) => choose(target.value)}
        />
      )}
    </Field>
  )
  return { field, method }
}
