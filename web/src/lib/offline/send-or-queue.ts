import { isDisconnected } from '../server/connection.ts'
import { hasCode } from '../server/describe-error.ts'
import { readStoredUserId } from '../session/stored-session.ts'
import { addChangeTime, isChangeWaiting, type OfflineChange, storeChange } from './device-store.ts'
import { QueuedError } from './queued-error.ts'

/** Sends a change by `send`, or stores it on this device. */
type SendOrQueue = <Output>(send: () => Promise<Output>) => Promise<Output>

/**
 * The `queue` option of an action whose change is safe to send later.
 * @param toChange returns the change that this device stores; null if this input cannot be sent later
 */
export const createOfflineQueue =
  <Input>(toChange: (input: Input) => OfflineChange | null) =>
  (input: Input, key: string): SendOrQueue | null => {
    const change = toChange(input)
    return change && ((send) => sendOrQueue(change, key, send))
  }

/**
 * Sends a change, or stores it on this device if there is no connection. If the response is lost, the change is sent again with
 * the same key, so the server applies it once.
 * @throws QueuedError if it was stored
 */
async function sendOrQueue<Output>(change: OfflineChange, key: string, send: () => Promise<Output>): Promise<Output> {
  const user_id = readStoredUserId()
  if (!user_id || !('caches' in globalThis)) return send()
  const at = new Date().toISOString()
  const storeChangeAndThrow = async () => {
    if (!(await isChangeWaiting(change, user_id))) await storeChange({ ...addChangeTime(change, at), key, user_id, at })
    throw new QueuedError(change)
  }
  if (isDisconnected()) return storeChangeAndThrow()
  try {
    return await send()
  } catch (error) {
    if (!hasCode(error, 'UNREACHABLE')) throw error
    return storeChangeAndThrow()
  }
}
