import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { type OutboundError, toOutboundError } from '../outbound/outbound-error.ts'
import type { Vapid } from './vapid.ts'

const ANSWER_WITHIN_MS = 10_000
const ANSWER_BYTES = 16_384
const GONE_STATUSES = [404, 410]
const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500
/** How long a push service keeps a message. A device that was off for longer shows the notification in the bell. */
const TTL_SECONDS = 86_400

const call = guardedFetch({ withinMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_BYTES })

/** The address of a browser at its push service, and the keys for its messages, base64url. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/** `gone`: the device will never get a message again. `refused`: the push service does not accept this message. */
export type PushOutcome = 'sent' | 'gone' | { refused: string } | { failed: string }

/**
 * Sends one encrypted message (RFC 8291) to a push service. `web-push` encrypts and signs it. The guarded fetch sends it,
 * because browsers choose the address.
 * @param topic a later message replaces one with the same topic that still waits at the push service; at most 32 characters
 *   of base64url
 */
export async function sendPush(
  { endpoint, p256dh, auth }: PushAddress,
  { text, topic, vapid, signal }: { text: string; topic: string; vapid: Vapid; signal: AbortSignal },
): Promise<PushOutcome> {
  const { default: webPush } = await import('web-push')
  const { keys, subject } = vapid
  const options = {
    vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: TTL_SECONDS,
    topic,
  }
  let details: ReturnType<typeof webPush.generateRequestDetails>
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  } catch {
    // These keys are not a point of the curve, so they are not from a browser.
    return 'gone'
  }
  const { 'Content-Length': _length, ...headers } = details.headers
  try {
    const body = details.body && new Uint8Array(details.body)
    const answer = await call(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: stringsOf(headers),
      body,
      signal,
    })
    await answer.body?.cancel()
    return outcomeOf(answer.status)
  } catch (error) {
    signal.throwIfAborted()
    const reason = toOutboundError(error)
    return isUncallable(reason) ? 'gone' : { failed: reason.message }
  }
}

const stringsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const isUncallable = ({ reason }: OutboundError) => reason === 'address' || reason === 'url'

function outcomeOf(status: number): PushOutcome {
  if (GONE_STATUSES.includes(status)) return 'gone'
  if (status >= 200 && status < 300) return 'sent'
  const sentence = `The push service answered ${status}.`
  const isTemporary = status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR
  return isTemporary ? { failed: sentence } : { refused: sentence }
}
