import { toast } from '#ui/toast.tsx'
import { type Problem, problemOf } from './problem.ts'

/** A sentence of the spec's catalog, or a title with a line below it. */
export type Sentence = string | { title: string; description?: string }

/**
 * The title when something failed; the server's message goes below, unless a description is given. A function where the
 * message itself comes first, or where the screen says it better; null: no toast.
 */
export type FailedSentence = Sentence | ((problem: Problem) => Sentence | null)

const textOf = (sentence: Sentence) => (typeof sentence === 'string' ? { title: sentence } : sentence)

/** Shows the toast of what worked. */
export const showDone = (sentence: Sentence) => toast.done(textOf(sentence))

/** Shows the toast of what failed, with the server's message and link. */
export function showFailed(failed: FailedSentence, error: unknown) {
  const problem = problemOf(error)
  const sentence = typeof failed === 'function' ? failed(problem) : failed
  const { message: description, link } = problem
  if (sentence) toast.failed({ description, ...textOf(sentence), ...(link && { description, link }) })
}
