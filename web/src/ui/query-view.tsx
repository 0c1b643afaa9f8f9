import type { ReactNode } from 'react'
import { SkeletonRows } from './skeleton.tsx'
import { Failed } from './states.tsx'

/** What of a query this needs; TanStack's result is one. */
type Query<Data> = {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

type QueryViewProps<Data> = {
  query: Query<Data>
  /** The sentence while it loads. */
  waiting: string
  /** A shape of what comes; rows by default. */
  skeleton?: ReactNode
  /** The title when it failed. */
  failed?: string
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** The four states of anything that is read: waiting, failed, empty, full. Old data stays while new data comes. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, waiting, skeleton, failed, isEmpty = isEmptyList, empty, children } = props
  if (query.data !== undefined) return empty && isEmpty(query.data) ? empty : children(query.data)
  if (query.error) {
    return (
      <Failed
        {...(failed && { title: failed })}
        message={messageOf(query.error)}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return (
    <div className="min-w-0">
      <p role="status" className="sr-only">
        {waiting}
      </p>
      {skeleton ?? <SkeletonRows />}
    </div>
  )
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again in a moment.')
