import { isDisconnected } from '../server/connection.ts'
import { hasCode } from '../server/describe-error.ts'
import { storedUserId } from '../session/stored-session.ts'
import { datedChange, type KeptChange, keepChange } from './kept.ts'

/** The change was not sent: this device keeps it. */
export class KeptError extends Error {
  readonly change: KeptChange

  constructor(change: KeptChange) {
    super('You are offline. This is sent when you are back online.')
    this.name = 'KeptError'
    this.change = change
  }
}

/**
 * Sends a change, or keeps it on this device if there is no connection. If the answer was lost, it is sent again with the same
 * key, so that it is made once.
 * @throws KeptError if it was kept
 */
export async function sendOrKeep<Output>(
  change: KeptChange,
  key: string,
  send: () => Promise<Output>,
): Promise<Output> {
  const user_id = storedUserId()
  if (!user_id || !('caches' in globalThis)) return send()
  const at = new Date().toISOString()
  if (isDisconnected()) {
    await keepChange({ ...datedChange(change, at), key, user_id, at })
    throw new KeptError(change)
  }
  try {
    return await send()
  } catch (error) {
    if (!hasCode(error, 'UNREACHABLE')) throw error
    await keepChange({ ...change, key, user_id, at })
    throw new KeptError(change)
  }
}
