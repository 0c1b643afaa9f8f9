import type Stripe from 'stripe'
import type { CardDetails, CardPaymentProvider } from './cards.ts'
import { toStripe } from './stripe-books.ts'
import { callStripe, ignoreRejection, nullIfDeclined, toStripeBranding } from './stripe-client.ts'
import { factsOfIntent, readPageState } from './stripe-facts.ts'

type SavedCardCalls = Pick<CardPaymentProvider, 'createSetup' | 'getSetup' | 'detach' | 'charge' | 'getCharge'>

/** The calls about cards that clients leave for later charges. */
export function savedCardCalls(stripe: Stripe): SavedCardCalls {
  return {
    async createSetup({ card_id, account, email, description, brand, return_url, expires_at }) {
      const metadata = { card_id }
      const optionsOf = (step: string) => ({ stripeAccount: account, idempotencyKey: `${step}-${card_id}` })
      const customer = await callStripe(stripe.customers.create({ email, metadata }, optionsOf('customer')))
      const session = await callStripe(
        stripe.checkout.sessions.create(
          {
            mode: 'setup',
            client_reference_id: card_id,
            metadata,
            customer: customer.id,
            branding_settings: toStripeBranding(brand),
            allowed_payment_method_types: ['card'],
            setup_intent_data: { metadata, description },
            expires_at: Math.ceil(expires_at.getTime() / 1000),
            success_url: return_url,
            cancel_url: return_url,
          },
          optionsOf('setup'),
        ),
      )
      return { id: session.id, url: session.url ?? return_url, customer_id: customer.id }
    },
    async getSetup({ account, checkout_id }) {
      const expand = ['setup_intent.payment_method']
      const session = await callStripe(
        stripe.checkout.sessions.retrieve(checkout_id, { expand }, { stripeAccount: account }),
      )
      return { page: readPageState(session.status), card: savedCardOf(session.setup_intent) }
    },
    detach: ({ account, payment_method_id }) =>
      ignoreRejection(stripe.paymentMethods.detach(payment_method_id, {}, { stripeAccount: account })),
    async charge({ payment_id, account, amount_minor, currency, description, customer_id, payment_method_id }) {
      const intent = await nullIfDeclined(
        stripe.paymentIntents.create(
          {
            amount: toStripe(amount_minor, currency),
            currency: currency.toLowerCase(),
            description,
            customer: customer_id,
            payment_method: payment_method_id,
            metadata: { payment_id },
            off_session: true,
            confirm: true,
            allowed_payment_method_types: ['card'],
            expand: ['latest_charge.balance_transaction'],
          },
          { stripeAccount: account, idempotencyKey: `charge-${payment_id}` },
        ),
      )
      return factsOfIntent(intent, currency, intent === null ? 'expired' : 'complete')
    },
    async getCharge({ account, intent_id, currency }) {
      const expand = ['latest_charge.balance_transaction']
      const intent = await callStripe(stripe.paymentIntents.retrieve(intent_id, { expand }, { stripeAccount: account }))
      return factsOfIntent(intent, currency, 'complete')
    },
  }
}

function savedCardOf(setup: string | Stripe.SetupIntent | null): CardDetails | null {
  const method = typeof setup === 'object' && setup?.status === 'succeeded' ? setup.payment_method : null
  if (method === null || typeof method !== 'object' || !method.card) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { payment_method_id: method.id, brand, last4, exp_month, exp_year }
}
