import { SEARCH_MAX } from '@studiohub/contract/features/admin/words.ts'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { SearchInput } from '#ui/search-input.tsx'

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** A field that searches while the user types. @param value the initial search text, from the URL */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const debounce = useDebounce()
  return (
    <SearchInput
      aria-label={label}
      placeholder={label}
      maxLength={SEARCH_MAX}
      defaultValue={value}
      onChange={({ target }) => debounce(() => onSearch(target.value.trim()))}
      className="w-full md:w-80"
    />
  )
}
