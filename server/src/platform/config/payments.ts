import { z } from 'zod'
import { ConfigError, ServiceAddress } from './values.ts'

const priceId = z.string().regex(/^price_\w+$/, 'must be the id of a monthly price, price_...')

/** The variables for payments: of plans to the operator, and of clients to studios. */
export const PaymentVariables = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key, such as sk_live_...')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook, whsec_...')
    .optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must be the signing secret of the webhook for connected accounts, whsec_...')
    .optional(),
  STRIPE_PRICE_STARTER: priceId.optional(),
  STRIPE_PRICE_PRO: priceId.optional(),
  STRIPE_API_URL: ServiceAddress.default('https://api.stripe.com'),
})

type Variables = z.output<typeof PaymentVariables>

/** The provider of card payments to studios. It uses the API key of the provider for plans, but its own webhook secret. */
export function readCardSettings({ STRIPE_SECRET_KEY, STRIPE_CONNECT_WEBHOOK_SECRET, STRIPE_API_URL }: Variables) {
  if (!STRIPE_CONNECT_WEBHOOK_SECRET) return null
  if (!STRIPE_SECRET_KEY) {
    throw new ConfigError('STRIPE_CONNECT_WEBHOOK_SECRET: must be given together with STRIPE_SECRET_KEY')
  }
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_CONNECT_WEBHOOK_SECRET, apiUrl: STRIPE_API_URL }
}

/** The payment provider for plans. If `STRIPE_CONNECT_WEBHOOK_SECRET` is set, the API key alone does not turn on plans. */
export function readStripeSettings(env: Variables) {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STARTER, STRIPE_PRICE_PRO, STRIPE_API_URL } = env
  const isForPlans = STRIPE_SECRET_KEY && !env.STRIPE_CONNECT_WEBHOOK_SECRET
  if (!(isForPlans || STRIPE_WEBHOOK_SECRET || STRIPE_PRICE_STARTER || STRIPE_PRICE_PRO)) return null
  if (!(STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET && STRIPE_PRICE_STARTER && STRIPE_PRICE_PRO)) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY: must be given together with STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_STARTER and STRIPE_PRICE_PRO',
    )
  }
  if (STRIPE_PRICE_STARTER === STRIPE_PRICE_PRO) {
    throw new ConfigError('STRIPE_PRICE_PRO: must be another price than STRIPE_PRICE_STARTER')
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    prices: { starter: STRIPE_PRICE_STARTER, pro: STRIPE_PRICE_PRO },
    apiUrl: STRIPE_API_URL,
  }
}
