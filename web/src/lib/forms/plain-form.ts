import { type FocusEvent, type SubmitEvent, useState } from 'react'

type Fields<Name extends string> = Record<Name, string>

/** What a field may hold: how it is tidied before it is sent, and the sentence for what is wrong with it. */
export type Rule = {
  clean?: (text: string) => string
  fault: (text: string, fields: Readonly<Record<string, string>>) => string | null
}
export type Rules<Name extends string> = { readonly [name in Name]: Rule }

const namesOf = <Name extends string>(rules: Rules<Name>) => {
  const names: Name[] = []
  for (const name in rules) names.push(name)
  return names
}

const record = <Name extends string, Value>(rules: Rules<Name>, contentOf: (name: Name) => Value) => {
  const entries = namesOf(rules).map((name) => [name, contentOf(name)])
  const made: Record<Name, Value> = Object.fromEntries(entries)
  return made
}

/** The fields as they are sent. */
export const cleaned = <Name extends string>(rules: Rules<Name>, fields: Fields<Name>): Fields<Name> =>
  record(rules, (name) => rules[name].clean?.(fields[name]) ?? fields[name])

/** What is wrong with the fields, each by its name; those without a fault are null. */
export function faultsOf<Name extends string>(rules: Rules<Name>, fields: Fields<Name>) {
  const sent = cleaned(rules, fields)
  return record(rules, (name) => rules[name].fault(sent[name], sent))
}

/**
 * A form of the pages before signing in, which carry neither schemas nor the form library (decision 0014): checked like
 * any other, on leaving a changed field and on submit, with the first field at fault focused. Its inputs have the rules' names.
 */
export function usePlainForm<Name extends string>(
  rules: Rules<Name>,
  send: (fields: Fields<Name>) => void,
  initial: Partial<Fields<Name>> = {},
) {
  const [fields, setFields] = useState(() => record(rules, (name) => initial[name] ?? ''))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const faults = faultsOf(rules, fields)
  const read = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return record(rules, (name) => String(data.get(name) ?? ''))
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const now = read(event.currentTarget)
    const found = faultsOf(rules, now)
    const first = namesOf(rules).find((name) => found[name])
    setFields(now)
    setTouched(new Set(namesOf(rules)))
    if (!first) return send(cleaned(rules, now))
    const control = event.currentTarget.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }
  const props = {
    noValidate: true,
    onSubmit,
    onChange: (event: { currentTarget: HTMLFormElement }) => setFields(read(event.currentTarget)),
    onBlur: ({ target, currentTarget }: FocusEvent<HTMLFormElement>) => {
      const now = read(currentTarget)
      const left = namesOf(rules).find((name) => name === target.name)
      setFields(now)
      if (left && now[left] !== (initial[left] ?? '')) setTouched(new Set(touched).add(left))
    },
  }
  const errors = record(rules, (name) => (touched.has(name) ? (faults[name] ?? undefined) : undefined))
  return { props, fields, errors }
}
