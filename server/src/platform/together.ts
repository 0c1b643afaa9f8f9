/**
 * Finds something once for all who ask for the same while it is being found; whoever asks later has it found anew.
 * @returns how to ask: under a key that names everything on which the answer depends, the asker's rights among it
 */
export function together<Found>() {
  const underWay = new Map<string, Promise<Found>>()
  return (key: string, find: () => Promise<Found>): Promise<Found> => {
    const found = underWay.get(key) ?? find().finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
}
