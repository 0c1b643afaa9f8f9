import { randomUUID } from 'node:crypto'

// The part of Stripe's protocol that the provider for tests supports.

export type Account = {
  id: string
  charges: boolean
  payouts: boolean
  submitted: boolean
  disabled_reason: string | null
}
export type Checkout = {
  id: string
  account: string
  status: 'open' | 'complete' | 'expired'
  form: Record<string, string>
  intent: Intent | null
  /** The card that was saved on a page for cards. */
  card?: VaultCard
}
/** A card at the provider. `bank`: the response of its bank to a charge without the owner. */
export type VaultCard = {
  id: string
  account: string
  customer: string
  bank: 'pays' | 'authentication_required' | 'card_declined'
}
export type Intent = {
  id: string
  account: string
  amount: number
  currency: string
  status: 'requires_capture' | 'succeeded' | 'canceled'
  received: number
  refunded: number
  metadata: Record<string, string>
}
export type Call = { method: string; path: string; account: string; key: string; form: Record<string, string> }

/** An error as Stripe returns it. */
export class StripeError extends Error {
  readonly status: number
  readonly code: string

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const unixNow = () => Math.floor(Date.now() / 1000)
export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`
/** The form fields that the provider accepts for each call. */
export const allowed: Record<string, RegExp> = {
  'POST /v1/accounts':
    /^(country|email|business_profile\[name\]|metadata\[studio_id\]|controller\[(fees\]\[payer|losses\]\[payments|requirement_collection|stripe_dashboard\]\[type)\])$/,
  'POST /v1/account_links': /^(account|type|refresh_url|return_url)$/,
  'POST /v1/checkout/sessions':
    /^(mode|client_reference_id|metadata\[payment_id\]|customer_email|branding_settings\[(display_name|background_color|button_color)\]|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|allowed_payment_method_types\[0\]|customer|metadata\[card_id\]|setup_intent_data\[(metadata\]\[card_id|description)\]|payment_intent_data\[(metadata\]\[payment_id|capture_method)\]|expires_at|success_url|cancel_url)$/,
  'POST /v1/customers': /^(email|metadata\[card_id\])$/,
  'POST /v1/payment_intents':
    /^(amount|currency|customer|payment_method|description|off_session|confirm|metadata\[payment_id\]|allowed_payment_method_types\[0\]|expand\[0\])$/,
  'POST /v1/refunds': /^(payment_intent|amount)$/,
}

/** The fee of the provider for a payment. */
export const computeProviderFee = (amount: number) => Math.round(amount * 0.029) + 30
