const PREFIX = 'studiohub.draft.'

/**
 * Stores unsent form input in this tab. It survives a closed dialog, a reload and an expired session. The section "Unsaved
 * input" of docs/architecture.md lists which forms use it.
 * @param name identifies the form and its user
 */
export function saveDraft(name: string, fields: object) {
  window.sessionStorage.setItem(PREFIX + name, JSON.stringify(fields))
}

/** The stored draft, not validated; null if there is none. The form's schema checks it. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(PREFIX + name) ?? 'null')
  } catch {
    return null
  }
}

/** Called when a form was sent or discarded. */
export const deleteDraft = (name: string) => window.sessionStorage.removeItem(PREFIX + name)

/** Called on sign-out, because the next user of this tab must not see the input. */
export function deleteAllDrafts() {
  for (const name of Object.keys(window.sessionStorage)) {
    if (name.startsWith(PREFIX)) window.sessionStorage.removeItem(name)
  }
}
