import { isDisconnected } from '../server/connection.ts'
import { hasCode } from '../server/describe-error.ts'
import { storedUserId } from '../session/stored-session.ts'
import { datedChange, type KeptChange, keepChange } from './kept.ts'
import { KeptError } from './kept-error.ts'

/** Sends a change by `send`, or keeps it. */
type Keeper = <Output>(send: () => Promise<Output>) => Promise<Output>

/**
 * The `keep` of an action whose change is safe to send later.
 * @param changeOf the change as this device keeps it; null: this input is not kept
 */
export const keepOffline =
  <Input>(changeOf: (input: Input) => KeptChange | null) =>
  (input: Input, key: string): Keeper | null => {
    const change = changeOf(input)
    return change && ((send) => sendOrKeep(change, key, send))
  }

/**
 * Sends a change, or keeps it on this device if there is no connection. If the answer was lost, it is sent again with the same
 * key, so that it is made once.
 * @throws KeptError if it was kept
 */
async function sendOrKeep<Output>(change: KeptChange, key: string, send: () => Promise<Output>): Promise<Output> {
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
