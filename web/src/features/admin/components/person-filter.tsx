import { useState } from 'react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Combobox } from '#ui/combobox.tsx'
import type { Choice } from '#ui/select.tsx'
import { useUserSearch } from '../users-api.ts'

type PersonFilterProps = {
  /** Their id; an empty text means everyone. */
  value: string
  /** The name of the selected person, if the rows have it. */
  name: string | null | undefined
  onChange: (user_id: string) => void
}

/** Shows the rows of one person. The operator searches people by name or email. */
export function PersonFilter({ value, name, onChange }: PersonFilterProps) {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<Choice | null>(null)
  const debounce = useDebounce()
  const users = useUserSearch(search)
  const selected = found?.value === value ? found : { value, label: name ?? 'One person' }
  const results = (users.data ?? [])
    .filter(({ id }) => id !== value)
    .map(({ id, full_name, email }) => ({ value: id, label: full_name ? `${full_name}, ${email}` : email }))
  return (
    <Combobox
      aria-label="Person"
      choices={[{ value: '', label: 'Everyone' }, ...(value ? [selected] : []), ...results]}
      value={value}
      onType={(text) => debounce(() => setSearch(text.trim()))}
      onChange={(id) => {
        setFound(results.find((choice) => choice.value === id) ?? null)
        onChange(id)
      }}
      emptyText={users.isFetching ? 'Searching...' : 'No people found'}
    />
  )
}
