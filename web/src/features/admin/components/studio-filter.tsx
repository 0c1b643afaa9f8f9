import { Combobox } from '#ui/combobox.tsx'
import { useStudioChoices } from '../studios-api.ts'

type StudioFilterProps = {
  /** Its id; an empty text means all studios. */
  value: string
  /** The name of the selected studio, until the list is loaded. */
  name: string | null | undefined
  onChange: (studio_id: string) => void
}

/** Shows the rows of one studio. */
export function StudioFilter({ value, name, onChange }: StudioFilterProps) {
  const studios = useStudioChoices()
  const choices = studios.data ?? []
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <Combobox
      aria-label="Studio"
      choices={[
        { value: '', label: 'All studios' },
        ...(isKnown ? [] : [{ value, label: name ?? 'One studio' }]),
        ...choices,
      ]}
      value={value}
      onChange={onChange}
      emptyText={studios.isPending ? 'Loading studios...' : 'No studio found'}
    />
  )
}
