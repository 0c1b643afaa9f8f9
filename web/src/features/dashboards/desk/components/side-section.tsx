import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'

type SideSectionProps = {
  title: string
  count: number
  /** What the number counts, if the title does not say it. */
  countWords?: string
  children: ReactNode
}

/** A short list next to today, with its number. */
export function SideSection({ title, count, countWords, children }: SideSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-2">
      <h2 id={id} className="flex justify-between text-sm font-semibold">
        {title}
        <span className="font-normal text-muted-foreground tabular-nums">
          {count > 0 && [count, countWords].filter(Boolean).join(' ')}
        </span>
      </h2>
      {children}
    </section>
  )
}

type SideRowProps = { to: string; title: string; aside?: ReactNode; note: ReactNode }

/** A row of two lines that opens a page. */
export const SideRow = ({ to, title, aside, note }: SideRowProps) => (
  <li>
    <Link to={to} className="-mx-2 flex min-h-11 items-center gap-2 rounded-md px-2 py-2 hover:bg-muted">
      <span className="grid min-w-0 grow grid-cols-1">
        <span className="flex items-baseline gap-2 text-sm">
          <span title={title} className="min-w-0 grow truncate font-medium">
            {title}
          </span>
          {aside}
        </span>
        <span className="truncate text-xs text-muted-foreground tabular-nums">{note}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
    </Link>
  </li>
)

export const SideLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="flex w-fit items-center text-sm text-link underline-offset-4 hover:underline max-md:min-h-11"
  >
    {children}
  </Link>
)

type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** One line that says that the list failed to load. */
export const SideError = ({ text, query }: { text: string; query: FailedQuery }) => (
  <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted-foreground">
    {text}
    <Button look="secondary" size="small" pending={query.isFetching} onClick={() => query.refetch()}>
      Retry
    </Button>
  </p>
)
