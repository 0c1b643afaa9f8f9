import { type FocusEvent, type SubmitEvent, useState } from 'react'

type Fields<Name extends string> = Record<Name, string>

/** How a field is normalized before sending, and its error message, or null if it is valid. */
export type Rule = {
  clean?: (text: string) => string
  validate: (text: string, fields: Readonly<Record<string, string>>) => string | null
}
export type Rules<Name extends string> = { readonly [name in Name]: Rule }

const listNames = <Name extends string>(rules: Rules<Name>) => {
  const names: Name[] = []
  for (const name in rules) names.push(name)
  return names
}

const mapFields = <Name extends string, Value>(rules: Rules<Name>, getValue: (name: Name) => Value) => {
  const entries = listNames(rules).map((name) => [name, getValue(name)])
  const record: Record<Name, Value> = Object.fromEntries(entries)
  return record
}

/** The normalized field values. */
export const cleanFields = <Name extends string>(rules: Rules<Name>, fields: Fields<Name>): Fields<Name> =>
  mapFields(rules, (name) => rules[name].clean?.(fields[name]) ?? fields[name])

/** The error message of each field, or null. */
export function findErrors<Name extends string>(rules: Rules<Name>, fields: Fields<Name>) {
  const sent = cleanFields(rules, fields)
  return mapFields(rules, (name) => rules[name].validate(sent[name], sent))
}

/**
 * A form for the pages before sign-in, which load neither zod nor the form library (decision 0014). It validates like
 * `useSchemaForm`. Its inputs must have the names of the rules.
 */
export function usePlainForm<Name extends string>(
  rules: Rules<Name>,
  send: (fields: Fields<Name>) => void,
  initial: Partial<Fields<Name>> = {},
) {
  const [fields, setFields] = useState(() => mapFields(rules, (name) => initial[name] ?? ''))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const allErrors = findErrors(rules, fields)
  const readFields = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return mapFields(rules, (name) => String(data.get(name) ?? ''))
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const current = readFields(event.currentTarget)
    const submitErrors = findErrors(rules, current)
    const firstInvalid = listNames(rules).find((name) => submitErrors[name])
    setFields(current)
    setTouched(new Set(listNames(rules)))
    if (!firstInvalid) return send(cleanFields(rules, current))
    const control = event.currentTarget.elements.namedItem(firstInvalid)
    if (control instanceof HTMLElement) control.focus()
  }
  const props = {
    noValidate: true,
    onSubmit,
    onChange: (event: { currentTarget: HTMLFormElement }) => setFields(readFields(event.currentTarget)),
    onBlur: ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
      const current = readFields(currentTarget)
      const fieldName = listNames(rules).find((name) => name === target.name)
      setFields(current)
      if (fieldName && current[fieldName] !== (initial[fieldName] ?? '')) setTouched(new Set(touched).add(fieldName))
    },
  }
  const errors = mapFields(rules, (name) => (touched.has(name) ? (allErrors[name] ?? undefined) : undefined))
  return { props, fields, errors }
}
