import { Button } from './button.tsx'

/** What of a list that comes a page at a time this needs; TanStack's result is one. */
export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isRefetching: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => unknown
}

type ShowMoreProps = {
  list: Pages
  /** Says of what, where a page shows several lists. */
  label?: string
}

/** The way to the next page of a list, at the end of what has come of it; nothing where all of it is there. */
export function ShowMore({ list, label = 'Show more' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isRefetching, fetchNextPage, refetch } = list
  // The page comes at once. Where the list was being read again that is broken off for it, and begun again behind it.
  const show = async () => {
    await fetchNextPage()
    if (isRefetching) refetch()
  }
  if (!hasNextPage) return null
  return (
    <div className="grid justify-items-center">
      <Button look="secondary" pending={isFetchingNextPage} onClick={show}>
        {label}
      </Button>
    </div>
  )
}
