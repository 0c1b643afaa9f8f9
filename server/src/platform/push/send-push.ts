import { guardedFetch } from '../outbound/guarded-fetch.ts'
import { type OutboundError, outboundErrorOf } from '../outbound/outbound-error.ts'
import type { Vapid } from './vapid.ts'

const ANSWER_WITHIN_MS = 10_000
const ANSWER_BYTES = 16_384
const STATUSES_OF_THE_GONE = [404, 410]
const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500
/** Notifications are about hours and days: a device that was off for longer reads them in the bell. */
const KEPT_SECONDS = 86_400

const call = guardedFetch({ withinMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_BYTES })

/** A browser at its push service: its address, and the keys of its messages, base64url. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

/** `gone`: the device will never get a message again. `refused`: the push service does not accept this message. */
export type PushOutcome = 'sent' | 'gone' | { refused: string } | { failed: string }

/**
 * Sends one encrypted message (RFC 8291) to a push service. `web-push` encrypts and signs; the guarded fetch sends, because
 * browsers name the address.
 * @param topic a later message with the same topic replaces one that waits at the push service; at most 32 of base64url
 */
export async function sendPush(
  { endpoint, p256dh, auth }: PushAddress,
  { text, topic, vapid, signal }: { text: string; topic: string; vapid: Vapid; signal: AbortSignal },
): Promise<PushOutcome> {
  const { default: webPush } = await import('web-push')
  const { keys, subject } = vapid
  const options = {
    vapidDetails: { subject, publicKey: keys.public_key, privateKey: keys.private_key },
    TTL: KEPT_SECONDS,
    topic,
  }
  let details: ReturnType<typeof webPush.generateRequestDetails>
  try {
    details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  } catch {
    // Keys that are no point of the curve: no browser sends them.
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
    const reason = outboundErrorOf(error)
    return isUncallable(reason) ? 'gone' : { failed: reason.message }
  }
}

const stringsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const isUncallable = ({ reason }: OutboundError) => reason === 'address' || reason === 'url'

function outcomeOf(status: number): PushOutcome {
  if (STATUSES_OF_THE_GONE.includes(status)) return 'gone'
  if (status >= 200 && status < 300) return 'sent'
  const sentence = `The push service answered ${status}.`
  const isTemporary = status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR
  return isTemporary ? { failed: sentence } : { refused: sentence }
}
