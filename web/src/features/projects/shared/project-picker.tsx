import { PROJECT_SEARCH_MAX } from '@studiohub/contract/features/projects/words.ts'
import { useState } from 'react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Combobox } from '#ui/combobox.tsx'
import type { ControlProps } from '#ui/field.tsx'
import { useChosenProject, useProjectsFound } from '../api.ts'

type ProjectPickerProps = ControlProps & {
  value: string
  onChange: (id: string) => void
  onBlur?: () => void
  inputRef?: React.Ref<HTMLInputElement>
  /** What choosing none is called, where that is a choice. */
  none?: string
  placeholder?: string
}

/** Finds a project by its title: the last changed are there at once, all others as soon as somebody types. */
export function ProjectPicker({ value, onChange, onBlur, none, ...control }: ProjectPickerProps) {
  const [search, setSearch] = useState('')
  const afterPause = useDebounce()
  const found = useProjectsFound(search)
  const others = (found.data ?? []).filter(({ id }) => id !== value)
  const isElsewhere = value !== '' && found.isSuccess && others.length === found.data.length
  const chosen = useChosenProject(value, isElsewhere).data ?? found.data?.find(({ id }) => id === value)
  const projects = chosen ? [chosen, ...others] : others
  return (
    <Combobox
      {...control}
      choices={[
        ...(none ? [{ value: '', label: none }] : []),
        ...projects.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      value={value}
      onType={(text) => afterPause(() => setSearch(text.trim().slice(0, PROJECT_SEARCH_MAX)))}
      onChange={onChange}
      onBlur={() => {
        afterPause(() => setSearch(''))
        onBlur?.()
      }}
      emptyText={found.isFetching ? 'Searching...' : 'No project of that name'}
    />
  )
}
