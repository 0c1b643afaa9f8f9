import { useState } from 'react'
import { type Problem, problemOf } from '../server/problem.ts'

/** What is answered for an address at which there is nothing for the caller. */
export const isGone = ({ code }: Pick<Problem, 'code'>) => code === 'NOT_FOUND' || code === 'VALIDATION_FAILED'

/**
 * Whether there is nothing of that id. While it is looked for again, as after every change of its room, what was found the
 * last time stands: the query itself forgets its error, and the page would begin to load while somebody reads it.
 */
export function useGone(query: { isPending: boolean; error: unknown }, id: string): boolean {
  const [goneId, setGone] = useState<string | null>(null)
  const wasGone = goneId === id
  const gone = query.isPending ? wasGone : query.error !== null && isGone(problemOf(query.error))
  if (gone !== wasGone) setGone(gone ? id : null)
  return gone
}
