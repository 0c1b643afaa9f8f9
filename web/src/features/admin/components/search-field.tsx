import { SEARCH_MAX } from '@studiohub/contract/features/admin/words.ts'
import { Search } from 'lucide-react'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { Input } from '#ui/input.tsx'

type SearchFieldProps = { label: string; value: string; onSearch: (text: string) => void }

/** A field that searches while the user types. @param value the initial search text, from the URL */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const debounce = useDebounce()
  return (
    <div className="relative w-full md:w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={SEARCH_MAX}
        defaultValue={value}
        onChange={({ target }) => debounce(() => onSearch(target.value.trim()))}
        className="pl-9"
      />
    </div>
  )
}
