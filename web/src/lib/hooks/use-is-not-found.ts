import { useState } from 'react'
import { describeError, type ErrorInfo } from '../server/describe-error.ts'

/** Whether the error means that this id does not exist for the caller. */
export const isNotFound = ({ code }: Pick<ErrorInfo, 'code'>) => code === 'NOT_FOUND' || code === 'VALIDATION_FAILED'

/**
 * Whether the id was not found. While the query loads again, the last result stays: TanStack clears the error on a refetch, so
 * the page would flash its loading state.
 */
export function useIsNotFound(query: { isPending: boolean; error: unknown }, id: string): boolean {
  const [missingId, setMissingId] = useState<string | null>(null)
  const wasMissing = missingId === id
  const isMissing = query.isPending ? wasMissing : query.error !== null && isNotFound(describeError(query.error))
  if (isMissing !== wasMissing) setMissingId(isMissing ? id : null)
  return isMissing
}
