import { onCommit, type Tx } from '../db/transaction.ts'

/** A change as open screens hear of it: where, of what kind, which row. Never what changed: readers ask for that. */
export type Change = {
  /** The studio it belongs to, or `PLATFORM` for what concerns operators alone. */
  studio_id: string
  /** The room whose rows are to be read again. */
  topic: string
  id: string
  /** The client whose row it is: they are told its id, as their studio's people always are. */
  client_id?: string | null
  /** The one person it is for, wherever they are now: nobody else hears of it. */
  user_id?: string | null
}

/** Stands where a studio's id stands; nobody's studio is called so, and operators hear of all of them. */
export const PLATFORM = 'platform'

const listeners = new Set<(change: Change) => void>()

/** Tells open screens of a change, once its transaction has been committed; a rollback takes it away. */
export function publish(tx: Tx, change: Change) {
  onCommit(tx, () => {
    for (const listener of listeners) listener(change)
  })
}

/** Calls `listener` with every change that this process commits; the answer ends it. */
export function onPublished(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
