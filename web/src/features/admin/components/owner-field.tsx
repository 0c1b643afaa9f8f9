import { useState } from 'react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import type { Choice } from '#ui/select.tsx'
import { usePeopleFound } from '../api.ts'

type OwnerFieldProps = {
  label: string
  hint: string
  /** Said where nobody is chosen. */
  nobody: string
  value: string
  error: string | undefined
  onChange: (user_id: string) => void
}

/** Finds a person by name or address; who was chosen stays among the choices. */
export function OwnerField({ label, hint, nobody, value, error, onChange }: OwnerFieldProps) {
  const none: Choice = { value: '', label: nobody }
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Choice>(none)
  const afterPause = useDebounce()
  const people = usePeopleFound(search)
  const found = (people.data ?? []).map(({ id, full_name, email }) => ({
    value: id,
    label: full_name ? `${full_name}, ${email}` : email,
  }))
  const choices = [none, ...(chosen.value ? [chosen] : []), ...found.filter((one) => one.value !== chosen.value)]
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={value}
          onType={(text) => afterPause(() => setSearch(text.trim()))}
          onChange={(id) => {
            setChosen(choices.find((one) => one.value === id) ?? none)
            onChange(id)
          }}
          emptyText={people.isFetching ? 'Searching...' : 'No people found'}
        />
      )}
    </Field>
  )
}
