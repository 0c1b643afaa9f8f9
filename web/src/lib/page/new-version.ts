const KEY = 'studiohub.reloaded-for'

/** The page names a file that the server no longer has: it is older than the build that is served now. */
export class NewVersion extends Error {
  /** Whether loading the page again may help: not where it has been tried for the same file. */
  readonly isWorthReload: boolean

  constructor(isWorthReload: boolean) {
    super('StudioHub was updated while this page was open. Reload to go on.')
    this.name = 'NewVersion'
    this.isWorthReload = isWorthReload
  }
}

// Each by its own name: of several that fail together, a later success of one must not excuse the others again.
function reloadedFor(): string[] {
  try {
    return (window.sessionStorage.getItem(KEY) ?? '').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function remember(files: readonly string[]): boolean {
  try {
    window.sessionStorage.setItem(KEY, files.join('\n'))
    return true
  } catch {
    // Without a memory there would be no end to it.
    return false
  }
}

/** Whether the page may be loaded again because of this file: once in the life of a tab, until it has been there. */
export function mayReloadFor(file: string): boolean {
  const files = reloadedFor()
  return !files.includes(file) && remember([...files, file])
}

/** The file is there: should it go once more, that is another update. */
export function settledFor(file: string) {
  const files = reloadedFor()
  if (files.includes(file)) remember(files.filter((one) => one !== file))
}

/** Loads the page again because the person asks for it; every file gets another chance. */
export function reloadForNewVersion() {
  remember([])
  window.location.reload()
}
