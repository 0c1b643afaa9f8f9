import { fail } from '@studiohub/contract/errors.ts'
import Stripe from 'stripe'
import type { PageBrand } from './cards.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2
const SIGNED_WITHIN_SECONDS = 300
/** The longest id or type of an event that fits into the column. */
export const NAME_MAX = 255

/** Stripe's library with one API key. */
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
 * Waits for an answer. If Stripe cannot be reached, that is an expected error; any other error is a bug in our request.
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const isUnavailable = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    )
    return isUnavailable ? fail('PAYMENTS_UNAVAILABLE') : Promise.reject(error)
  }
}

/**
 * Waits for a call and ignores its rejection, which means that the change was made before or is no longer possible.
 * @param code only a rejection with this code is ignored; others may be temporary
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function ignoreRejection(answer: Promise<unknown>, code?: string): Promise<void> {
  try {
    await callStripe(answer)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (code !== undefined && error.code !== code) fail('PAYMENTS_UNAVAILABLE')
  }
}

/**
 * Waits for a charge. Null if the bank declines or asks for the card's owner, or the card no longer exists.
 * @throws AppError PAYMENTS_UNAVAILABLE
 */
export async function nullIfDeclined<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await callStripe(answer)
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return null
    throw error
  }
}

/** A webhook request, and the secret to verify it with. */
export type WebhookRequest = { body: Buffer; signature: string | undefined; secret: string; now: Date }

/** The event of a webhook request. @throws AppError BAD_SIGNATURE, BAD_REQUEST */
export function verifyEvent(stripe: Stripe, { body, signature, secret, now }: WebhookRequest): unknown {
  rejectFutureSignature(signature, now)
  return verifySignature(() =>
    stripe.webhooks.constructEvent(body, signature ?? '', secret, SIGNED_WITHIN_SECONDS, undefined, now.getTime()),
  )
}

// The library rejects old signatures only. A signature from the future could be stored and sent later.
function rejectFutureSignature(signature: string | undefined, now: Date) {
  const signed_at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature ?? '')?.[1] ?? 0)
  if (signed_at > now.getTime() / 1000 + SIGNED_WITHIN_SECONDS) fail('BAD_SIGNATURE')
}

function verifySignature(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) fail('BAD_SIGNATURE')
    // The signature is valid, but the body is not an event. A retry would not help.
    fail('BAD_REQUEST')
  }
}

/** The studio's name and colors on Stripe's page. The logo is left out: Stripe would download it, and rejects some formats. */
export const toStripeBranding = ({ name, background, primary }: PageBrand) => ({
  display_name: name,
  background_color: background,
  button_color: primary,
})
