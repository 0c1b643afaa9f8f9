import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { hasCode } from '#lib/server/describe-error.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'

type NoTimesProps = { query: Pick<UseQueryResult, 'isFetching' | 'refetch'>; error: Error }

/** Why there are no times: the studio accepts no bookings now, or loading failed. */
export function NoTimes({ query, error }: NoTimesProps) {
  if (hasCode(error, 'PLAN_EXPIRED')) {
    return (
      <EmptyState icon={CalendarOff} title="No new bookings">
        {error.message}
      </EmptyState>
    )
  }
  return (
    <ErrorState
      title="Failed to load free times"
      message={error.message}
      onRetry={() => query.refetch()}
      retrying={query.isFetching}
    />
  )
}
