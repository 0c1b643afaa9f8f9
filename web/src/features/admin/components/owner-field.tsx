import { useState } from 'react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import type { Choice } from '#ui/select.tsx'
import { useUserSearch } from '../users-api.ts'

type OwnerFieldProps = {
  label: string
  hint: string
  /** Label for no selection. */
  emptyLabel: string
  value: string
  error: string | undefined
  onChange: (user_id: string) => void
}

/** Searches users by name or email. The selected user stays in the list. */
export function OwnerField({ label, hint, emptyLabel, value, error, onChange }: OwnerFieldProps) {
  const none: Choice = { value: '', label: emptyLabel }
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<Choice>(none)
  const debounce = useDebounce()
  const users = useUserSearch(search)
  const results = (users.data ?? []).map(({ id, full_name, email }) => ({
    value: id,
    label: full_name ? `${full_name}, ${email}` : email,
  }))
  const choices = [
    none,
    ...(selected.value ? [selected] : []),
    ...results.filter((choice) => choice.value !== selected.value),
  ]
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={value}
          onType={(text) => debounce(() => setSearch(text.trim()))}
          onChange={(id) => {
            setSelected(choices.find((choice) => choice.value === id) ?? none)
            onChange(id)
          }}
          emptyText={users.isFetching ? 'Searching...' : 'No people found'}
        />
      )}
    </Field>
  )
}
