import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_SECONDS } from '@studiohub/contract/shared/durations.ts'
import Stripe from 'stripe'
import { CardBalance } from './card-balance.ts'
import {
  type Account,
  allowed,
  type Call,
  type Checkout,
  computeProviderFee,
  type Intent,
  newId,
  StripeError,
  unixNow,
  type VaultCard,
} from './card-wire.ts'

const CONNECT_SECRET = 'whsec_of_connected_accounts'
const HALF_HOUR = 1_800

/**
 * Stripe with connected accounts, for the calls that we make: the same protocol, idempotency and webhooks. Like Stripe it rejects
 * unknown fields, a key that was used with other values, pages that end too soon, captures without an authorization, and
 * refunds that are too large.
 */
export class CardProvider {
  readonly calls: Call[] = []
  /** The events that it has sent, once each, in order. */
  readonly sent: { type: string; payload: string }[] = []
  readonly accounts = new Map<string, Account>()
  readonly checkouts = new Map<string, Checkout>()
  /** The saved cards, which can be charged when their owner is not present. */
  readonly cards = new Map<string, VaultCard>()
  /** While true, it does not respond. */
  down = false
  /** While true, accounts do not have enough money for refunds. */
  empty = false
  /** The address to which it delivers its events; null: they are only stored. */
  deliversTo: string | null = null
  /** Changes of the balances of accounts. */
  readonly balance = new CardBalance((type, account, object) => this.#sendEvent(type, account, object))
  readonly #intents = new Map<string, Intent>()
  readonly #responses = new Map<string, { values: string; status: number; body: object }>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  private constructor() {}

  /** Starts it on a free port. */
  static async start(): Promise<CardProvider> {
    const provider = new CardProvider()
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of a server that uses it for cards only. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET,
      STRIPE_API_URL: this.url,
    }
  }

  /** Forgets all idempotency keys, as Stripe does after a day. */
  clearKeyCache() {
    this.#responses.clear()
  }

  /** The signature header of a webhook. @param timestamp seconds since 1970 */
  sign(payload: string, timestamp: number = unixNow(), secret: string = CONNECT_SECRET): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  /** Changes an account, as its owner or the provider does. */
  changeAccount(id: string, change: Partial<Account>) {
    Object.assign(this.#account(id), change)
    this.#sendEvent('account.updated', id, { id, object: 'account' })
  }

  /** Pays on a payment page, once. @throws if the page has ended */
  pay(checkoutUrl: string): Intent {
    const checkout = this.checkouts.get(new URL(checkoutUrl).pathname.split('/').at(-1) ?? '')
    if (checkout?.status !== 'open') throw new Error('this page is not open')
    const { form, account } = checkout
    const amount = Number(form['line_items[0][price_data][unit_amount]'])
    const isManual = form['payment_intent_data[capture_method]'] === 'manual'
    const intent: Intent = {
      id: newId('pi'),
      account,
      amount,
      currency: form['line_items[0][price_data][currency]'] ?? '',
      refunded: 0,
      status: isManual ? 'requires_capture' : 'succeeded',
      received: isManual ? 0 : amount,
      metadata: { payment_id: form['payment_intent_data[metadata][payment_id]'] ?? '' },
    }
    this.#intents.set(intent.id, intent)
    Object.assign(checkout, { status: 'complete', intent })
    if (!isManual) this.balance.charge(intent)
    this.#sendEvent('payment_intent.created', account, this.#asIntent(intent))
    this.#sendEvent('checkout.session.completed', account, {
      id: checkout.id,
      payment_intent: intent.id,
      metadata: intent.metadata,
    })
    return intent
  }

  /** Saves a card on a page for cards. @param bank the response of its bank to charges without the owner */
  leaveCard(checkoutUrl: string, bank: VaultCard['bank'] = 'pays'): VaultCard {
    const checkout = this.checkouts.get(new URL(checkoutUrl).pathname.split('/').at(-1) ?? '')
    if (checkout?.status !== 'open' || checkout.form.mode !== 'setup') throw new Error('no card can be left here')
    const card = { id: newId('pm'), account: checkout.account, customer: checkout.form.customer ?? '', bank }
    this.cards.set(card.id, card)
    Object.assign(checkout, { status: 'complete', card })
    this.#sendEvent('checkout.session.completed', checkout.account, { id: checkout.id, metadata: {} })
    return card
  }

  #sendEvent(type: string, account: string, object: object) {
    const event = { id: newId('evt'), object: 'event', type, account, created: unixNow(), data: { object } }
    const payload = JSON.stringify(event)
    this.sent.push({ type, payload })
    if (this.deliversTo === null) return
    const headers = { 'stripe-signature': this.sign(payload) }
    void fetch(this.deliversTo, { method: 'POST', headers, body: payload }).catch(() => undefined)
  }

  #account(id: string): Account {
    const account = this.accounts.get(id)
    if (!account) throw new StripeError('account_invalid', 'no such account', 403)
    return account
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.example')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks).toString()
    if (pathname.startsWith('/pay/')) return this.#showPage(request, response, pathname)
    const form = Object.fromEntries([...searchParams, ...new URLSearchParams(body)])
    const account = String(request.headers['stripe-account'] ?? '')
    const key = String(request.headers['idempotency-key'] ?? '')
    const call = { method: request.method ?? '', path: pathname, account, key, form }
    this.calls.push(call)
    const { status, body: responseBody } = this.down
      ? { status: 503, body: { error: { type: 'api_error', message: 'down' } } }
      : this.#respondOnce(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody))
  }

  /** Repeats the first response for a known idempotency key, and rejects the key with other values. */
  #respondOnce(call: Call): { status: number; body: object } {
    const values = JSON.stringify([call.method, call.path, call.account, call.form])
    const known = call.method === 'POST' && call.key ? this.#responses.get(`${call.account} ${call.key}`) : undefined
    if (known && known.values !== values) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    if (known) return known
    const newResponse = { values, ...this.#tryTo(call) }
    if (call.method === 'POST' && call.key) this.#responses.set(`${call.account} ${call.key}`, newResponse)
    return newResponse
  }

  #tryTo(call: Call): { status: number; body: object } {
    try {
      return { status: 200, body: this.#do(call) }
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      const { code, message, status } = error
      return {
        status,
        body: { error: { type: status === 402 ? 'card_error' : 'invalid_request_error', code, message } },
      }
    }
  }

  #do(call: Call): object {
    const objectId = /\/((?:cs|pi|pm|acct|du|po)_\w+)/.exec(call.path)?.[1] ?? ''
    const name = `${call.method} ${call.path.replace(/\/(?:cs|pi|pm|acct|du|po)_\w+/, '/:id')}`
    const fields = allowed[name]
    const unknown = call.method === 'POST' && Object.keys(call.form).find((field) => !(fields ?? /^$/).test(field))
    if (unknown) throw new StripeError('parameter_unknown', `Received unknown parameter: ${unknown}`)
    const calls: Record<string, () => object> = {
      'POST /v1/accounts': () => this.#createAccount(call),
      'POST /v1/account_links': () => {
        const { id } = this.#account(call.form.account ?? '')
        return {
          object: 'account_link',
          url: `${this.url}/pay/onboarding/${id}?back=${encodeURIComponent(call.form.return_url ?? '')}`,
        }
      },
      'GET /v1/accounts/:id': () => this.#asAccount(this.#account(objectId)),
      'POST /v1/checkout/sessions': () => this.#createCheckout(call),
      'GET /v1/checkout/sessions/:id': () => this.#asCheckout(this.#checkout(call, objectId)),
      'POST /v1/checkout/sessions/:id/expire': () => this.#expire(this.#checkout(call, objectId)),
      'POST /v1/payment_intents/:id/capture': () => this.#capture(this.#intent(call, objectId)),
      'POST /v1/payment_intents/:id/cancel': () => this.#cancel(this.#intent(call, objectId)),
      'POST /v1/customers': () => ({ id: newId('cus'), object: 'customer' }),
      'POST /v1/payment_intents': () => this.#charge(call),
      'GET /v1/payment_intents/:id': () => this.#asIntent(this.#intent(call, objectId)),
      'POST /v1/payment_methods/:id/detach': () => {
        if (this.cards.get(objectId)?.account !== call.account)
          throw new StripeError('resource_missing', 'no such card', 404)
        this.cards.delete(objectId)
        return { id: objectId, object: 'payment_method' }
      },
      'POST /v1/refunds': () => this.#refund(call),
      'GET /v1/disputes/:id': () => this.balance.readDispute(call.account, objectId),
      'GET /v1/payouts/:id': () => this.balance.readPayout(call.account, objectId),
      'GET /v1/balance_transactions': () => this.balance.list(call.account, call.form),
    }
    const run = calls[name]
    if (!run) throw new Error(`no such call: ${name}`)
    return run()
  }

  #createAccount({ form }: Call) {
    if (form['controller[requirement_collection]'] !== 'stripe')
      throw new StripeError('parameter_missing', 'controller')
    const account = {
      id: newId('acct'),
      charges: false,
      payouts: false,
      submitted: false,
      disabled_reason: 'requirements.past_due',
    }
    this.accounts.set(account.id, account)
    return this.#asAccount(account)
  }

  #asAccount = ({ id, charges, payouts, submitted, disabled_reason }: Account) => ({
    id,
    object: 'account',
    charges_enabled: charges,
    payouts_enabled: payouts,
    details_submitted: submitted,
    requirements: { disabled_reason },
  })

  #createCheckout({ form, account }: Call) {
    if (!this.#account(account).charges) throw new StripeError('account_invalid', 'this account cannot be charged')
    const ends = Number(form.expires_at) - unixNow()
    if (ends < HALF_HOUR || ends > DAY_SECONDS) {
      throw new StripeError(
        'parameter_invalid',
        'The `expires_at` timestamp must be at least 30 minutes from now and at most 24 hours.',
      )
    }
    for (const color of ['background_color', 'button_color'])
      if (!/^#[0-9a-f]{6}$/i.test(form[`branding_settings[${color}]`] ?? ''))
        throw new StripeError('parameter_invalid', `Invalid hex color: ${color}`)
    if (form.mode === 'setup') {
      if (!form.customer?.startsWith('cus_')) throw new StripeError('parameter_missing', 'customer')
    } else if (!(Number(form['line_items[0][price_data][unit_amount]']) > 0))
      throw new StripeError('parameter_invalid', 'amount')
    if (
      form['payment_intent_data[capture_method]'] === 'manual' &&
      form['allowed_payment_method_types[0]'] !== 'card'
    ) {
      throw new StripeError('parameter_invalid', 'These payment methods cannot be captured later.')
    }
    const checkout: Checkout = { id: newId('cs'), account, status: 'open', form, intent: null }
    this.checkouts.set(checkout.id, checkout)
    return this.#asCheckout(checkout)
  }

  #checkout({ account }: Call, id: string): Checkout {
    const checkout = this.checkouts.get(id)
    if (!checkout || checkout.account !== account) throw new StripeError('resource_missing', 'no such session', 404)
    return checkout
  }

  /** Charges a card without its owner, if its bank allows it. */
  #charge({ form, account }: Call) {
    const card = this.cards.get(form.payment_method ?? '')
    if (card?.account !== account || card.customer !== form.customer)
      throw new StripeError('resource_missing', 'no such card', 404)
    if (form.off_session !== 'true' || form.confirm !== 'true')
      throw new StripeError('parameter_missing', 'off_session')
    if (card.bank !== 'pays') throw new StripeError(card.bank, 'Your card was declined.', 402)
    const amount = Number(form.amount)
    const intent: Intent = {
      id: newId('pi'),
      account,
      amount,
      currency: form.currency ?? '',
      status: 'succeeded',
      received: amount,
      refunded: 0,
      metadata: { payment_id: form['metadata[payment_id]'] ?? '' },
    }
    this.#intents.set(intent.id, intent)
    this.balance.charge(intent)
    this.#sendEvent('payment_intent.succeeded', account, this.#asIntent(intent))
    return this.#asIntent(intent)
  }

  #asCheckout = ({ id, status, intent, card }: Checkout) => ({
    id,
    object: 'checkout.session',
    status,
    url: status === 'open' ? `${this.url}/pay/${id}` : null,
    payment_intent: intent && this.#asIntent(intent),
    setup_intent: card
      ? {
          id: `seti_${card.id}`,
          object: 'setup_intent',
          status: 'succeeded',
          payment_method: {
            id: card.id,
            object: 'payment_method',
            card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2031 },
          },
        }
      : null,
  })

  #asIntent = ({ id, amount, currency, status, received, refunded, metadata }: Intent) => ({
    id,
    object: 'payment_intent',
    amount,
    currency,
    status,
    amount_received: received,
    metadata,
    latest_charge: {
      id: `ch_${id}`,
      object: 'charge',
      amount_refunded: refunded,
      payment_method_details: { card: { capture_before: unixNow() + 7 * DAY_SECONDS } },
      balance_transaction:
        received > 0
          ? { id: `txn_${id}`, object: 'balance_transaction', currency, fee: computeProviderFee(received) }
          : null,
    },
  })

  #expire(checkout: Checkout) {
    if (checkout.status !== 'open')
      throw new StripeError('resource_invalid', 'Only open Checkout Sessions can be expired.')
    checkout.status = 'expired'
    this.#sendEvent('checkout.session.expired', checkout.account, { id: checkout.id })
    return this.#asCheckout(checkout)
  }

  #intent({ account }: Call, id: string): Intent {
    const intent = this.#intents.get(id)
    if (!intent || intent.account !== account) throw new StripeError('resource_missing', 'no such payment', 404)
    return intent
  }

  #capture(intent: Intent) {
    if (intent.status !== 'requires_capture')
      throw new StripeError('payment_intent_unexpected_state', 'cannot be captured')
    Object.assign(intent, { status: 'succeeded', received: intent.amount })
    this.balance.charge(intent)
    this.#sendEvent('payment_intent.succeeded', intent.account, this.#asIntent(intent))
    return this.#asIntent(intent)
  }

  #cancel(intent: Intent) {
    if (intent.status !== 'requires_capture')
      throw new StripeError('payment_intent_unexpected_state', 'cannot be canceled')
    intent.status = 'canceled'
    this.#sendEvent('payment_intent.canceled', intent.account, this.#asIntent(intent))
    return this.#asIntent(intent)
  }

  #refund(call: Call) {
    const intent = this.#intent(call, call.form.payment_intent ?? '')
    if (this.empty) throw new StripeError('balance_insufficient', 'Insufficient funds in your Stripe balance.')
    const amount = Number(call.form.amount)
    if (this.balance.isDisputed(intent.id)) throw new StripeError('charge_disputed', 'The charge is disputed.')
    if (!(amount > 0) || amount > intent.received - intent.refunded)
      throw new StripeError('charge_already_refunded', 'too much')
    intent.refunded += amount
    this.balance.refund(intent, amount)
    this.#sendEvent('charge.refunded', intent.account, {
      id: `ch_${intent.id}`,
      payment_intent: intent.id,
      metadata: intent.metadata,
    })
    return { id: newId('re'), object: 'refund', amount }
  }

  /** The provider's pages, for journeys in a browser: one for a payment and one for an account. */
  #showPage(request: IncomingMessage, response: ServerResponse, path: string) {
    const id = path.split('/').at(-1) ?? ''
    const returnUrl = new URL(request.url ?? '/', this.url).searchParams.get('back')
    const checkout = this.checkouts.get(id)
    if (request.method === 'POST') {
      const page = path.replace(/^/, this.url)
      if (checkout?.status === 'open' && checkout.form.mode === 'setup') this.leaveCard(page)
      else if (checkout?.status === 'open') this.pay(page)
      if (this.accounts.has(id))
        this.changeAccount(id, { charges: true, payouts: true, submitted: true, disabled_reason: null })
      return response.writeHead(303, { location: checkout?.form.success_url ?? returnUrl ?? '/' }).end()
    }
    const amount = checkout && Number(checkout.form['line_items[0][price_data][unit_amount]']) / 100
    const title = checkout?.form['line_items[0][price_data][product_data][name]'] ?? 'Your business'
    const label =
      checkout?.form.mode === 'setup'
        ? 'Save card'
        : checkout
          ? `Pay ${amount} ${checkout.form['line_items[0][price_data][currency]']}`
          : 'Submit'
    const body =
      checkout && checkout.status !== 'open'
        ? '<p>This page has ended.</p>'
        : `<form method="post"><button>${label}</button></form>`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Test payments</title><h1>${title}</h1>${body}`)
  }
}
