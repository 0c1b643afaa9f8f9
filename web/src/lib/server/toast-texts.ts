import { toast } from '#ui/toast.tsx'
import { describeError, type ErrorInfo } from './describe-error.ts'

/** A toast text from the spec's catalog, optionally with a description. */
export type ToastText = string | { title: string; description?: string }

/**
 * The title of an error toast; the server's message is the description unless one is given. Use a function to build the
 * text from the error; null shows no toast.
 */
export type ErrorToastText = ToastText | ((problem: ErrorInfo) => ToastText | null)

const textOf = (sentence: ToastText) => (typeof sentence === 'string' ? { title: sentence } : sentence)

/** Shows a success toast. */
export const showSuccess = (sentence: ToastText) => toast.success(textOf(sentence))

/** Shows an error toast with the server's message and link. */
export function showError(failed: ErrorToastText, error: unknown) {
  const problem = describeError(error)
  const sentence = typeof failed === 'function' ? failed(problem) : failed
  const { message: description, link } = problem
  if (sentence) toast.error({ description, ...textOf(sentence), ...(link && { description, link }) })
}
