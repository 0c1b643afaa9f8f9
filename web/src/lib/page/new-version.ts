const KEY = 'studiohub.reloaded-for'

/** A file of this page no longer exists on the server, because a newer build was deployed. */
export class NewVersionError extends Error {
  /** Whether a reload may help; false if the page was already reloaded because of this file. */
  readonly canReload: boolean

  constructor(canReload: boolean) {
    super('StudioHub was updated while this page was open. Reload to continue.')
    this.name = 'NewVersion'
    this.canReload = canReload
  }
}

// A list of names: if several files fail and one of them loads later, the others must not cause another reload.
function readReloadedFiles(): string[] {
  try {
    return (window.sessionStorage.getItem(KEY) ?? '').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function storeReloadedFiles(files: readonly string[]): boolean {
  try {
    window.sessionStorage.setItem(KEY, files.join('\n'))
    return true
  } catch {
    // Without storage, reloading could loop forever.
    return false
  }
}

/** Whether the page may be reloaded because this file is missing: once per tab, until the file has loaded. */
export function claimReload(file: string): boolean {
  const files = readReloadedFiles()
  return !files.includes(file) && storeReloadedFiles([...files, file])
}

/** Call it when the file has loaded. If the file is missing later, another build was deployed. */
export function forgetReload(file: string) {
  const files = readReloadedFiles()
  if (files.includes(file)) storeReloadedFiles(files.filter((name) => name !== file))
}

/** Reloads because the user asked for it, so every missing file may cause a reload again. */
export function reloadForNewVersion() {
  storeReloadedFiles([])
  window.location.reload()
}
