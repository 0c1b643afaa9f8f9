type Row = { id: string; version: number }

const pendingChanges = new Map<string, Promise<unknown>>()
const latestVersions = new Map<string, number>()

/**
 * Sends changes of one row one after another. Otherwise the second of two quick clicks would send an old version, and fail
 * as if another user had changed the row.
 * @param send gets the version that the previous change of this row returned, or 0 for the first change
 */
export async function sendInOrder<SavedRow extends Row>(
  id: string,
  send: (version: number) => Promise<SavedRow>,
): Promise<SavedRow> {
  const previous = pendingChanges.get(id)
  const step = (async () => {
    // The previous caller has already reported its error.
    await previous?.catch(() => undefined)
    const row = await send(latestVersions.get(id) ?? 0)
    latestVersions.set(id, row.version)
    return row
  })()
  pendingChanges.set(id, step)
  return step.finally(() => pendingChanges.get(id) === step && pendingChanges.delete(id))
}
