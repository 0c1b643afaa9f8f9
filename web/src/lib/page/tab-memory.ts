/** Stores a text for this tab. It is still there after the tab has shown another site. */
export function storeInTab(key: string, text: string) {
  try {
    window.sessionStorage.setItem(key, text)
  } catch {
    // A browser may forbid storage. Then nothing is stored.
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
