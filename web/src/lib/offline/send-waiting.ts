import { client } from '../server/api.ts'
import { describeError } from '../server/describe-error.ts'
import { queryClient } from '../server/query-client.ts'
import { refetchQueries } from '../server/refetch-queries.ts'
import { showError, showSuccess } from '../server/toast-texts.ts'
import type { CallOptions } from '../server/use-action.ts'
import { deleteChange, listWaiting, type OfflineChange, type WaitingChange } from './device-store.ts'

// The server remembers a key for two days. After one day the person no longer expects the change.
const WAITING_MAX_MS = 24 * 3_600_000
const LOCK = 'studiohub.waiting'

/** Codes after which the same change may work later. */
const temporary = ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL', 'UNAUTHENTICATED', 'INSUFFICIENT_AAL']

const call = (change: OfflineChange, options: CallOptions): Promise<unknown> =>
  change.call === 'checkins.create'
    ? client.checkins.create(change.input, options)
    : client.tasks.complete(change.input, options)

/**
 * Sends the stored changes of a person one after another, and shows a toast with the result of each. Only one tab sends. Changes of
 * other people are deleted.
 */
export const sendWaiting = (user_id: string) =>
  navigator.locks.request(LOCK, async () => {
    const waiting = await listWaiting()
    let processed = 0
    for (const change of waiting) {
      const outcome = change.user_id === user_id ? await send(change) : 'dropped'
      if (outcome === 'later') break
      await deleteChange(change.key)
      processed += 1
    }
    if (processed > 0) await refetchQueries(queryClient, [])
  })

async function send({ key, at, ...change }: WaitingChange): Promise<'sent' | 'dropped' | 'later'> {
  const { text } = change
  if (Date.now() - Date.parse(at) > WAITING_MAX_MS) {
    showError({ title: `Not sent: ${text}`, description: 'It waited for more than a day.' }, null)
    return 'dropped'
  }
  try {
    await call(change, { context: { idempotencyKey: key } })
    showSuccess({ title: `Sent: ${text}` })
    return 'sent'
  } catch (error) {
    if (temporary.includes(describeError(error).code)) return 'later'
    showError(`Not done: ${text}`, error)
    return 'dropped'
  }
}
