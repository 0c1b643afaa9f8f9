import type { ReactNode } from 'react'
import { SkeletonRows } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

/** The part of a TanStack query result that this component uses. */
type Query<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type QueryViewProps<Data> = {
  query: Query<Data>
  /** Screen reader text while loading. */
  loadingText: string
  /** Placeholder while loading; rows by default. */
  skeleton?: ReactNode
  /** Error title. */
  errorTitle?: string
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states of a query: loading, error, empty, data. Old data stays visible while new data loads. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loadingText, skeleton, errorTitle, isEmpty = isEmptyList, empty, children } = props
  if (query.data !== undefined) return empty && isEmpty(query.data) ? empty : children(query.data)
  if (query.error) {
    return (
      <ErrorState
        {...(errorTitle && { title: errorTitle })}
        message={messageOf(query.error)}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return (
    <div className="min-w-0">
      <p role="status" className="sr-only">
        {loadingText}
      </p>
      {skeleton ?? <SkeletonRows />}
    </div>
  )
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again in a moment.')
