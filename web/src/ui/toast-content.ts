/**
 * A button in a toast, which a single key outside of text fields also runs. A toast with the same `id` replaces this one.
 * @param key in lower case
 */
export type ToastAction = { id: string; label: string; key: string; run: () => void }
/**
 * The text of a toast; `link` is an address inside the product. With `isOnPage` the page itself shows this error, so on phones
 * the toast is one line.
 */
export type ToastContent = {
  title: string
  description?: string
  link?: string
  action?: ToastAction
  isOnPage?: boolean
}
export type ToastKind = 'success' | 'info' | 'warning' | 'error'

/** Shows one toast. */
export type ShowToast = (kind: ToastKind, text: ToastContent) => void

/** The props of the component that renders toasts. It passes on the function that shows one. */
export type ToastsProps = { onReady: (show: ShowToast) => void }
