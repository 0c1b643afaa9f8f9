import type { LiveTopic } from '@studiohub/contract/shared/live.ts'
import { onCommit, type Tx } from '../db/transaction.ts'

/**
 * A change as open screens receive it: studio, topic and row id. It contains no data, because screens load that with
 * their own rights.
 */
export type Change = {
  /** The studio of the changed row, or `PLATFORM` if only operators receive the change. */
  studio_id: string
  /** The topic whose data must be loaded again. */
  topic: LiveTopic
  id: string
  /** The client of the row. They receive its id, as the studio's people always do. */
  client_id?: string | null
  /** The only person who receives the change, at any studio. */
  user_id?: string | null
}

/** Used in place of a studio's id for changes that concern only operators. No studio has this id. */
export const PLATFORM = 'platform'

const listeners = new Set<(change: Change) => void>()

/** Sends a change to open screens after its transaction is committed. After a rollback nothing is sent. */
export function publish(tx: Tx, change: Change) {
  onCommit(tx, () => {
    for (const listener of listeners) listener(change)
  })
}

/** Calls `listener` with every change that this process commits. @returns a function that removes the listener */
export function onPublished(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
