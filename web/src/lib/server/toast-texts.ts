import { toast } from '#ui/toast.tsx'
import type { ToastAction } from '#ui/toast-content.ts'
import { describeError, type ErrorInfo } from './describe-error.ts'

/** A toast text of the spec's catalog, optionally with a description or a button. */
export type ToastText = string | { title: string; description?: string; action?: ToastAction }

/**
 * The text of an error toast. The description is the server's message, unless the text has its own. A message with a link
 * is always shown. A function can build the text from the error. If it returns null, there is no toast.
 */
export type ErrorToastText = ToastText | ((info: ErrorInfo) => ToastText | null)

const toToastObject = (text: ToastText) => (typeof text === 'string' ? { title: text } : text)

/** Shows a success toast. */
export const showSuccess = (text: ToastText) => toast.success(toToastObject(text))

/** Shows an error toast with the server's message and link. @param isOnPage whether the page shows the same error */
export function showError(errorText: ErrorToastText, error: unknown, isOnPage = false) {
  const info = describeError(error)
  const text = typeof errorText === 'function' ? errorText(info) : errorText
  const { message: description, link } = info
  if (text) toast.error({ description, isOnPage, ...toToastObject(text), ...(link && { description, link }) })
}
