import { computeProviderFee, type Intent, newId, StripeError, unixNow } from './card-wire.ts'

const DISPUTE_FEE = 1_500
const WEEK = 604_800

/** A balance transaction as Stripe returns it, with its source expanded. */
type Movement = {
  id: string
  account: string
  type: string
  amount: number
  fee: number
  currency: string
  source: { id: string; object: string; payment_intent?: string } | null
  created: number
}

type Dispute = { id: string; intent: Intent; status: string; movements: Movement[] }
type Payout = { id: string; account: string; amount: number; currency: string; status: string }

/** The balances of accounts at the test provider: their movements, disputes and payouts. */
export class CardBalance {
  readonly movements: Movement[] = []
  readonly #disputes = new Map<string, Dispute>()
  readonly #payouts = new Map<string, Payout>()
  readonly #report: (type: string, account: string, object: object) => void

  constructor(report: (type: string, account: string, object: object) => void) {
    this.#report = report
  }

  add(account: string, overrides: Pick<Movement, 'type' | 'amount' | 'currency'> & Partial<Movement>): Movement {
    const movement = { id: newId('txn'), account, fee: 0, source: null, created: unixNow(), ...overrides }
    this.movements.push(movement)
    return movement
  }

  charge({ id, account, currency, received }: Intent) {
    const source = { id: `ch_${id}`, object: 'charge', payment_intent: id }
    return this.add(account, { type: 'charge', amount: received, fee: computeProviderFee(received), currency, source })
  }

  refund({ id, account, currency }: Intent, amount: number) {
    const source = { id: newId('re'), object: 'refund', payment_intent: id }
    return this.add(account, { type: 'refund', amount: -amount, currency, source })
  }

  /** The client disputes a payment. With `inquiry` their bank only asks, and nothing is taken. */
  dispute(intent: Intent, { inquiry = false } = {}): string {
    const status = inquiry ? 'warning_needs_response' : 'needs_response'
    const dispute: Dispute = { id: newId('du'), intent, status, movements: [] }
    this.#disputes.set(dispute.id, dispute)
    if (!inquiry) this.#move(dispute, -(intent.received - intent.refunded), DISPUTE_FEE)
    this.#report('charge.dispute.created', intent.account, this.#asDispute(dispute))
    if (!inquiry) this.#report('charge.dispute.funds_withdrawn', intent.account, this.#asDispute(dispute))
    return dispute.id
  }

  /** The bank decides a dispute. If the studio wins, the withdrawn money returns. */
  decide(id: string, status: 'won' | 'lost' | 'warning_closed') {
    const dispute = this.#require(this.#disputes, id)
    dispute.status = status
    const taken = -dispute.movements.reduce((sum, { amount }) => sum + amount, 0)
    if (status === 'won') {
      this.#move(dispute, taken, -DISPUTE_FEE)
      this.#report('charge.dispute.funds_reinstated', dispute.intent.account, this.#asDispute(dispute))
    }
    this.#report('charge.dispute.closed', dispute.intent.account, this.#asDispute(dispute))
  }

  /** Whether money of a payment is disputed. Then it cannot be refunded. */
  isDisputed(intent_id: string): boolean {
    return [...this.#disputes.values()].some(({ intent, status, movements }) => {
      return intent.id === intent_id && movements.length > 0 && status !== 'won'
    })
  }

  #move(dispute: Dispute, amount: number, fee: number) {
    const { account, currency, id } = dispute.intent
    const source = { id: dispute.id, object: 'dispute', payment_intent: id }
    dispute.movements.push(this.add(account, { type: 'adjustment', amount, fee, currency, source }))
  }

  /** Stripe pays out to the studio's bank. */
  payOut(account: string, amount: number, currency = 'usd'): string {
    const payout = { id: newId('po'), account, amount, currency, status: 'pending' }
    this.#payouts.set(payout.id, payout)
    this.add(account, { type: 'payout', amount: -amount, currency, source: { id: payout.id, object: 'payout' } })
    this.#report('payout.created', account, this.#asPayout(payout))
    return payout.id
  }

  /** The bank accepts a payout, or rejects it and the money is returned. */
  endPayout(id: string, status: 'paid' | 'failed') {
    const payout = this.#require(this.#payouts, id)
    payout.status = status
    const { account, amount, currency } = payout
    if (status === 'failed')
      this.add(account, { type: 'payout_failure', amount, currency, source: { id, object: 'payout' } })
    this.#report(`payout.${status}`, account, this.#asPayout(payout))
  }

  #require<T>(all: Map<string, T>, id: string): T {
    const object = all.get(id)
    if (!object) throw new StripeError('resource_missing', 'no such object', 404)
    return object
  }

  readDispute(account: string, id: string) {
    const dispute = this.#require(this.#disputes, id)
    if (dispute.intent.account !== account) throw new StripeError('resource_missing', 'no such dispute', 404)
    return this.#asDispute(dispute)
  }

  readPayout(account: string, id: string) {
    const payout = this.#require(this.#payouts, id)
    if (payout.account !== account) throw new StripeError('resource_missing', 'no such payout', 404)
    return this.#asPayout(payout)
  }

  /** A page of movements, newest first. The source of a movement is its id, or an object if the call expands it. */
  list(account: string, form: Record<string, string>) {
    const since = Number(form['created[gte]'] ?? 0)
    const all = this.movements
      .filter((movement) => movement.account === account && movement.created >= since)
      .toReversed()
    const start = form.starting_after ? all.findIndex(({ id }) => id === form.starting_after) + 1 : 0
    const limit = Number(form.limit ?? 10)
    if (limit > 100) throw new StripeError('parameter_invalid', 'limit')
    const isExpanded = form['expand[0]'] === 'data.source'
    const data = all.slice(start, start + limit).map((movement) => this.#asMovement(movement, isExpanded))
    return { object: 'list', url: '/v1/balance_transactions', data, has_more: start + limit < all.length }
  }

  #asMovement = ({ account, source, ...movement }: Movement, isExpanded: boolean) => ({
    ...movement,
    object: 'balance_transaction',
    net: movement.amount - movement.fee,
    source: source && (isExpanded ? source : source.id),
  })

  #asDispute = ({ id, intent, status, movements }: Dispute) => ({
    id,
    object: 'dispute',
    status,
    reason: 'fraudulent',
    livemode: false,
    created: unixNow(),
    amount: intent.received,
    currency: intent.currency,
    charge: `ch_${intent.id}`,
    payment_intent: intent.id,
    evidence_details: { due_by: unixNow() + WEEK },
    balance_transactions: movements.map((movement) => this.#asMovement(movement, false)),
  })

  #asPayout = ({ id, amount, currency, status }: Payout) => ({
    id,
    object: 'payout',
    amount,
    currency,
    status,
    created: unixNow(),
    arrival_date: unixNow() + WEEK,
  })
}
