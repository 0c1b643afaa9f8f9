/** Remembers a text in this tab, also while it shows another site. */
export function storeInTab(key: string, text: string) {
  try {
    window.sessionStorage.setItem(key, text)
  } catch {
    // A browser may forbid storage. Then nothing is remembered.
  }
}

/** A text that this tab stores; empty if there is none. */
export function readFromTab(key: string): string {
  try {
    return window.sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
