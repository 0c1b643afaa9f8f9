import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { client } from '../server/api.ts'
import { describeError } from '../server/describe-error.ts'
import { queryClient } from '../server/query-client.ts'
import { refetchQueries } from '../server/refetch-queries.ts'
import { showError, showSuccess } from '../server/toast-texts.ts'
import type { CallOptions } from '../server/use-action.ts'
import { deleteChange, listWaitingChanges, type OfflineChange, type WaitingChange } from './device-store.ts'

// The server remembers a key for two days. After one day the person no longer expects the change.
const WAITING_MAX_MS = 24 * HOUR_MS
const LOCK = 'studiohub.waiting'

/** Codes after which no change can be sent now. */
const blockingCodes = ['UNREACHABLE', 'UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED', 'BAD_JWT', 'INSUFFICIENT_AAL']
/** Codes after which only this change waits. */
const retriedCodes = ['INTERNAL', 'STORAGE_FULL', 'REQUEST_TIMEOUT', 'UNKNOWN']

type Outcome = 'sent' | 'dropped' | 'later' | 'blocked'

const callServer = (change: OfflineChange, options: CallOptions): Promise<unknown> =>
  change.call === 'checkins.create'
    ? client.checkins.create(change.input, options)
    : client.tasks.complete(change.input, options)

/**
 * Sends the stored changes of a person one after another, and shows a toast with the result of each. Only one tab sends. Changes of
 * other people are deleted.
 */
export const sendWaitingChanges = (user_id: string) =>
  navigator.locks.request(LOCK, async () => {
    const waiting = await listWaitingChanges()
    let processedCount = 0
    for (const change of waiting) {
      const outcome = change.user_id === user_id ? await send(change) : 'dropped'
      if (outcome === 'blocked') break
      if (outcome === 'later') continue
      await deleteChange(change.key)
      processedCount += 1
    }
    if (processedCount > 0) await refetchQueries(queryClient, [])
  })

async function send({ key, at, ...change }: WaitingChange): Promise<Outcome> {
  const { text } = change
  if (Date.now() - Date.parse(at) > WAITING_MAX_MS) {
    showError({ title: `Not sent: ${text}`, description: 'It waited for more than a day.' }, null)
    return 'dropped'
  }
  let outcome: Outcome = 'sent'
  try {
    await callServer(change, { context: { idempotencyKey: key } })
  } catch (error) {
    outcome = chooseOutcomeOfError(describeError(error).code)
    if (outcome === 'dropped') showError(`Not done: ${text}`, error)
  }
  if (outcome === 'sent') showSuccess({ title: `Sent: ${text}` })
  return outcome
}

function chooseOutcomeOfError(code: string): Outcome {
  // The server has applied the first attempt, whose input had no time yet. Only its response was lost.
  if (code === 'IDEMPOTENCY_KEY_REUSED') return 'sent'
  if (blockingCodes.includes(code)) return 'blocked'
  return retriedCodes.includes(code) ? 'later' : 'dropped'
}
