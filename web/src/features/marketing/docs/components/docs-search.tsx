import { Search } from 'lucide-react'
import { paths } from '#paths.ts'
import { Input } from '#ui/input.tsx'

/** The search field of the documentation. On other pages than the article list, it opens the list. */
export function DocsSearch() {
  return (
    <search className="w-full max-w-xl">
      <form method="get" action={paths.docs} className="relative">
        <label htmlFor="docs-search" className="sr-only">
          Search the documentation
        </label>
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted-foreground"
        />
        <Input
          id="docs-search"
          name="q"
          type="search"
          autoComplete="off"
          placeholder="Search the documentation"
          className="pl-11 md:min-h-12 md:text-base"
        />
      </form>
    </search>
  )
}
