import { createHmac } from 'node:crypto'
import type { Sms } from './message.ts'

const ANSWER_WITHIN_MS = 10_000
const MS_PER_SECOND = 1000

/** The signature of a call, by the Standard Webhooks scheme: over its id, its time and its body. */
export function signatureOf(secret: Uint8Array, call: { id: string; sent_at: string; body: string }): string {
  const mac = createHmac('sha256', secret).update(`${call.id}.${call.sent_at}.${call.body}`).digest('base64')
  return `v1,${mac}`
}

/**
 * Sends text messages to an operator's own service: one signed POST per message, `{ id, to, text, channel }`. Any response
 * but 2xx is an error. A repeat has the same `webhook-id`.
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
          'webhook-signature': signatureOf(secret, { id: message.id, sent_at, body }),
        },
        body,
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the text message was not accepted: the gateway responded ${answer.status}`)
    },
  }
}
