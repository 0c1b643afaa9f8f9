import { signCall } from '../auth/signed-calls.ts'
import type { Sms } from './message.ts'

const ANSWER_WITHIN_MS = 10_000
const MS_PER_SECOND = 1000

/**
 * Sends text messages to an operator's own service: one signed POST per message, `{ id, to, text, channel }`. Any response
 * other than 2xx is an error. A repeat has the same `webhook-id`.
 */
export function webhook({ url, secret }: { url: string; secret: Uint8Array }): Sms {
  return {
    async send(message, signal) {
      const body = JSON.stringify(message)
      const sent_at = String(Math.floor(Date.now() / MS_PER_SECOND))
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
        headers: {
          'content-type': 'application/json',
          'webhook-id': message.id,
          'webhook-timestamp': sent_at,
          'webhook-signature': signCall(secret, { id: message.id, sent_at, body }),
        },
        body,
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the text message was not accepted: the gateway responded ${answer.status}`)
    },
  }
}
