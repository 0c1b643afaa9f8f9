import { fail } from '@studiohub/contract/errors.ts'
import Stripe from 'stripe'

const TIMEOUT_MS = 10_000
const RETRIES = 2
const SIGNED_WITHIN_SECONDS = 300
/** The longest id or type of an event, as the column has it. */
export const NAME_MAX = 255

/** Stripe's library for one key. */
export const openStripe = ({ secretKey, apiUrl }: { secretKey: string; apiUrl: string }) =>
  new Stripe(secretKey, { ...addressOf(apiUrl), timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES })

function addressOf(url: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url)
  return {
    host: hostname,
    ...(protocol === 'http:' ? { protocol: 'http', port } : { protocol: 'https', port: port || '443' }),
  }
}

/**
 * Waits for an answer. An error that Stripe reports about our request is a bug. If Stripe cannot be reached, it is not.
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const away = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    return away ? fail('PAYMENTS_UNAVAILABLE') : Promise.reject(error)
  }
}

/**
 * Waits for a call and ignores a refusal, because the change was made before or is no longer possible.
 * @param code ignore only a refusal with this code; others may be temporary
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function ignoreRefusal(answer: Promise<unknown>, code?: string): Promise<void> {
  try {
    await callStripe(answer)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (code !== undefined && error.code !== code) fail('PAYMENTS_UNAVAILABLE')
  }
}

/**
 * Waits for a charge; null if the bank declines, wants the owner of the card, or the card is gone.
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function unlessDeclined<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await callStripe(answer)
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return null
    throw error
  }
}

/** A webhook request with the secret that signed it. */
export type WebhookRequest = { body: Buffer; signature: string | undefined; secret: string; now: Date }

/** The event of a webhook request. @throws AppError BAD_SIGNATURE, BAD_REQUEST */
export function verifyReport(stripe: Stripe, { body, signature, secret, now }: WebhookRequest): unknown {
  refuseFutureSignature(signature, now)
  return verifySignature(() =>
    stripe.webhooks.constructEvent(body, signature ?? '', secret, SIGNED_WITHIN_SECONDS, undefined, now.getTime()),
  )
}

// The library rejects old signatures only. A signature from the future could be stored and sent later.
function refuseFutureSignature(signature: string | undefined, now: Date) {
  const signed_at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature ?? '')?.[1] ?? 0)
  if (signed_at > now.getTime() / 1000 + SIGNED_WITHIN_SECONDS) fail('BAD_SIGNATURE')
}

function verifySignature(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) fail('BAD_SIGNATURE')
    // The signature is right, but this is not an event: we could not read it at a second attempt either.
    return fail('BAD_REQUEST')
  }
}
