import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

const WEBHOOK_SECRET = 'whsec_of_the_tests'
const MONTH_SECONDS = 30 * 24 * 3600

type Subscription = {
  id: string
  customer: string
  status: string
  price: string
  cancel_at_period_end: boolean
  created: number
}
type SentEvent = { type: string; payload: string }
/** A received request with its form fields (`line_items[0][price]`). */
type RecordedRequest = { method: string; path: string; form: Record<string, string> }

const now = () => Math.floor(Date.now() / 1000)
const list = (data: object[]) => ({ object: 'list', has_more: false, data })
const id = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`

const toStripe = ({ price, ...subscription }: Subscription) => ({
  ...subscription,
  object: 'subscription',
  cancel_at: null,
  items: {
    object: 'list',
    data: [
      {
        id: `si_${subscription.id}`,
        price: { id: price },
        current_period_start: subscription.created,
        current_period_end: subscription.created + MONTH_SECONDS,
      },
    ],
  },
})

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

/** A minimal Stripe: the calls of our adapter with idempotency, and the webhook events. */
export class PaymentProvider {
  readonly requests: RecordedRequest[] = []
  /** The events sent so far, once each, in order. */
  readonly sent: SentEvent[] = []
  readonly subscriptions: Subscription[] = []
  /** While true, it does not respond. */
  down = false
  readonly #sessions = new Map<string, { customer: string; price: string; open: boolean }>()
  readonly #responses = new Map<string, object>()
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  private constructor() {}

  /** Starts it on a free port. */
  static async start(): Promise<PaymentProvider> {
    const provider = new PaymentProvider()
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    return provider
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** The settings of a server that uses it. */
  get env(): Record<string, string> {
    const address = this.#server.address() as AddressInfo
    return {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_STARTER: 'price_starter',
      STRIPE_PRICE_PRO: 'price_pro',
      STRIPE_API_URL: `http://127.0.0.1:${address.port}`,
    }
  }

  /** Pays a checkout, once; expired checkouts cannot be paid. */
  pay(checkoutUrl: string, overrides: Partial<Subscription> = {}): Subscription {
    const session = this.#sessions.get(new URL(checkoutUrl).pathname.slice(1))
    if (!session?.open) throw new Error('this purchase is not open')
    session.open = false
    const { customer, price } = session
    const subscription = {
      id: id('sub'),
      customer,
      price,
      status: 'active',
      cancel_at_period_end: false,
      created: now(),
    }
    this.subscriptions.push(Object.assign(subscription, overrides))
    this.#sendEvent('checkout.session.completed', { object: 'checkout.session', customer })
    this.#sendEvent('customer.subscription.created', toStripe(subscription))
    return subscription
  }

  /** Changes a subscription at the provider. */
  change(subscription: Subscription, changes: Partial<Subscription>, type = 'customer.subscription.updated') {
    Object.assign(subscription, changes)
    this.#sendEvent(type, toStripe(subscription))
  }

  /** The signature header of a webhook. @param timestamp seconds since 1970 */
  sign(payload: string, timestamp: number = now(), secret: string = WEBHOOK_SECRET): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  #sendEvent(type: string, object: object) {
    const event = { id: id('evt'), object: 'event', type, created: now(), data: { object } }
    this.sent.push({ type, payload: JSON.stringify(event) })
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.example')
    const form = { ...Object.fromEntries(searchParams), ...(await formOf(request)) }
    const objectId = /\/((?:cs|sub)_\w+)/.exec(pathname)?.[1] ?? ''
    const name = `${request.method} ${pathname.replace(/\/(?:cs|sub)_\w+/, '/:id')}`
    this.requests.push({ method: request.method ?? '', path: pathname, form })
    response.setHeader('content-type', 'application/json')
    if (this.down) return response.writeHead(503).end('{"error":{"message":"down"}}')
    const key = String(request.headers['idempotency-key'] ?? randomUUID())
    const responseBody = this.#responses.get(key) ?? this.#do(name, objectId, form)
    this.#responses.set(key, responseBody)
    return response.end(JSON.stringify(responseBody))
  }

  #do(name: string, objectId: string, form: Record<string, string>): object {
    const { customer = '', 'line_items[0][price]': price = '' } = form
    switch (name) {
      case 'POST /v1/customers':
        return { id: id('cus') }
      case 'POST /v1/checkout/sessions': {
        const session = id('cs')
        this.#sessions.set(session, { customer, price, open: true })
        return { id: session, url: `https://checkout.example/${session}` }
      }
      case 'POST /v1/checkout/sessions/:id/expire': {
        const session = this.#sessions.get(objectId)
        if (session) session.open = false
        return { id: objectId }
      }
      case 'POST /v1/billing_portal/sessions':
        return { url: `https://portal.example/${customer}` }
      case 'GET /v1/subscriptions':
        return list(this.subscriptions.filter((subscription) => subscription.customer === customer).map(toStripe))
      case 'POST /v1/subscriptions/:id':
        return this.#update(objectId, form)
      default:
        throw new Error(`no such call: ${name}`)
    }
  }

  #update(
    objectId: string,
    { 'items[0][price]': price, cancel_at_period_end: cancel }: Record<string, string>,
  ): object {
    const subscription = this.subscriptions.find(({ id }) => id === objectId)
    if (!subscription) throw new Error(`no subscription ${objectId}`)
    this.change(subscription, { ...(price && { price }), ...(cancel && { cancel_at_period_end: cancel === 'true' }) })
    return toStripe(subscription)
  }
}
