import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** Older calls are rejected, because an eavesdropper may have sent a copy. */
const SIGNED_WITHIN_SECONDS = 300
const MS_PER_SECOND = 1000

/** The signature of a call, over its id, time and body, as defined by Standard Webhooks. */
export function signCall(secret: Uint8Array, call: { id: string; sent_at: string; body: string }): string {
  return new Webhook(secret, { format: 'raw' }).sign(call.id, new Date(Number(call.sent_at) * MS_PER_SECOND), call.body)
}

type SignedCall = { headers: IncomingHttpHeaders; body: string; now: Date }

/** Whether a call to us is signed with our secret and recent. A call may have signatures of several secrets. */
export function isSigned(secret: Uint8Array, { headers, body, now }: SignedCall): boolean {
  const [id, sent_at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof sent_at !== 'string' || typeof signatures !== 'string') return false
  const age = Math.abs(now.getTime() / MS_PER_SECOND - Number(sent_at))
  if (!(age <= SIGNED_WITHIN_SECONDS)) return false
  const expected = Buffer.from(signCall(secret, { id, sent_at, body }))
  return signatures.split(' ').some((text) => {
    const signature = Buffer.from(text)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}
