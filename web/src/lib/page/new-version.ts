const KEY = 'studiohub.reloaded-for'

/** A file of this page no longer exists on the server: a newer build is deployed. */
export class NewVersion extends Error {
  /** Whether a reload may help; false if the page was already reloaded for this file. */
  readonly isWorthReload: boolean

  constructor(isWorthReload: boolean) {
    super('StudioHub was updated while this page was open. Reload to continue.')
    this.name = 'NewVersion'
    this.isWorthReload = isWorthReload
  }
}

// A list, not one name: if several files fail and one succeeds later, the others must not trigger another reload.
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

/** Whether the page may be reloaded for this missing file: once per tab until the file loads. */
export function claimReload(file: string): boolean {
  const files = readReloadedFiles()
  return !files.includes(file) && storeReloadedFiles([...files, file])
}

/** The file has loaded: if it goes missing again, that is another update. */
export function releaseReload(file: string) {
  const files = readReloadedFiles()
  if (files.includes(file)) storeReloadedFiles(files.filter((one) => one !== file))
}

/** Reloads on request of the user; every file may trigger a reload again. */
export function reloadForNewVersion() {
  storeReloadedFiles([])
  window.location.reload()
}
