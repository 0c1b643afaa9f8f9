import { PROJECT_SEARCH_MAX } from '@studiohub/contract/features/projects/words.ts'
import { useState } from 'react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Combobox } from '#ui/combobox.tsx'
import type { ControlProps } from '#ui/field.tsx'
import { useProjectSearch, useSelectedProject } from '../api.ts'

type ProjectPickerProps = ControlProps & {
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  inputRef?: React.Ref<HTMLInputElement>
  /** Label for no selection, if allowed. */
  emptyLabel?: string
  placeholder?: string
}

/** Finds a project by title: the last changed ones first, all others by search. */
export function ProjectPicker({ value, onChange, onBlur, emptyLabel, ...control }: ProjectPickerProps) {
  const [search, setSearch] = useState('')
  const afterPause = useDebounce()
  const searchResult = useProjectSearch(search)
  const others = (searchResult.data ?? []).filter(({ id }) => id !== value)
  const isMissingInResults = value !== '' && searchResult.isSuccess && others.length === searchResult.data.length
  const selected =
    useSelectedProject(value, isMissingInResults).data ?? searchResult.data?.find(({ id }) => id === value)
  const projects = selected ? [selected, ...others] : others
  return (
    <Combobox
      {...control}
      choices={[
        ...(emptyLabel ? [{ value: '', label: emptyLabel }] : []),
        ...projects.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={value}
      onType={(text) => afterPause(() => setSearch(text.trim().slice(0, PROJECT_SEARCH_MAX)))}
      onChange={onChange}
      onBlur={() => {
        afterPause(() => setSearch(''))
        onBlur?.()
      }}
      emptyText={searchResult.isFetching ? 'Searching...' : 'No project found'}
    />
  )
}
