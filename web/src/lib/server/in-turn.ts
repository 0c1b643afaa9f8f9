type Row = { id: string; version: number }

const running = new Map<string, Promise<unknown>>()
const made = new Map<string, number>()

/**
 * Sends the steps that this page takes on one row one after the other. The second of two quick clicks would otherwise name
 * the version before the first, and be refused as if another person had changed the row.
 * @param send takes the version that the last step made here, 0 if none was made
 */
export async function inTurn<Made extends Row>(id: string, send: (version: number) => Promise<Made>): Promise<Made> {
  const before = running.get(id)
  const step = (async () => {
    // Whether the step before was refused is told where it was taken.
    await before?.catch(() => undefined)
    const row = await send(made.get(id) ?? 0)
    made.set(id, row.version)
    return row
  })()
  running.set(id, step)
  return step.finally(() => running.get(id) === step && running.delete(id))
}
