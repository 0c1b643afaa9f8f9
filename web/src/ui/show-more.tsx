import { Button } from './button.tsx'

/** The part of an infinite query result that this component uses. */
export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isRefetching: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => unknown
}

type ShowMoreProps = {
  list: Pages
  /** The button label; name the list if a page has several. */
  label?: string
}

/** Loads the next page of a list. Renders nothing after the last page. */
export function ShowMore({ list, label = 'Show more' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isRefetching, fetchNextPage, refetch } = list
  // Fetching the next page cancels a running refetch, so it starts again afterwards.
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
