const PREFIX = 'studiohub.draft.'

/**
 * What was typed into a form and not yet sent, kept in this tab: it survives a closed dialog, a reload and a session
 * that ran out. @param name says which form, of which person
 */
export function keepDraft(name: string, fields: object) {
  window.sessionStorage.setItem(PREFIX + name, JSON.stringify(fields))
}

/** The kept draft, for the form's own schema to judge; null where there is none. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(PREFIX + name) ?? 'null')
  } catch {
    return null
  }
}

export const dropDraft = (name: string) => window.sessionStorage.removeItem(PREFIX + name)

/** Nothing that a person typed stays behind when they sign out. */
export function dropAllDrafts() {
  for (const name of Object.keys(window.sessionStorage)) {
    if (name.startsWith(PREFIX)) window.sessionStorage.removeItem(name)
  }
}
