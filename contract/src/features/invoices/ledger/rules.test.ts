import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditNoteLines, invoiceTotals, taxedLines } from '../rules.ts'
import {
  balanceEntries,
  buildAppliedDepositEntries,
  buildCreditNoteEntries,
  buildDepositEntries,
  buildDisputeEntries,
  buildGivenCreditEntries,
  buildInvoiceEntries,
  buildLostDisputeEntries,
  buildPaidOutCreditEntries,
  buildPaymentEntries,
  buildPayoutEntries,
  buildProcessorFeeEntries,
  buildRefundEntries,
  buildReversedLossEntries,
  buildSessionEntries,
  buildUsedCreditEntries,
  buildWriteOffEntries,
  computeBalance,
  type LedgerEntry,
  reverseEntries,
} from './rules.ts'
import type { LedgerAccount, LedgerKind } from './words.ts'

type Posted = LedgerEntry & { kind: LedgerKind; event: number }
type SoldLine = { booking_id: string | null; amount_minor: number; tax_rate_bp: number }
type SoldInvoice = { id: string; client_id: Step['client']; lines: ReturnType<typeof taxedLines<SoldLine>> }

type Dispute = { client: Step['client']; booking_id: string; amount: number }

const moneyAccounts: readonly LedgerAccount[] = ['cash', 'bank', 'outside', 'card_clearing']
const paying: readonly LedgerKind[] = ['payment_received', 'credit_used', 'deposit_applied', 'payment_refunded']

/** A studio's books, with entries as the services post them. */
class Books {
  entries: Posted[] = []
  invoices: SoldInvoice[] = []
  sessions: string[] = []
  /** Disputes that are not decided yet. */
  disputes: Dispute[] = []
  /** Lost disputes, which the bank may still decide differently, and how much of each no deposit covered. */
  losses: (Dispute & { written_off_minor: number })[] = []
  /** The money that the provider has taken permanently: its fees, and lost disputes that no deposit covered. */
  providerCosts = 0
  voided = new Set<string>()
  /** What each client paid, got back and was given as credit. It is counted without the books, to compare them. */
  actual = { ann: { paid: 0, returned: 0, given: 0 }, bob: { paid: 0, returned: 0, given: 0 } }
  #events = 0

  post(kind: LedgerKind, entries: readonly LedgerEntry[]) {
    this.#events += 1
    for (const entry of entries) this.entries.push({ ...entry, kind, event: this.#events })
  }
  open = ({ id }: SoldInvoice) => computeBalance(this.entries, 'receivable', { invoice_id: id })
  paid = ({ id }: SoldInvoice) =>
    -computeBalance(
      this.entries.filter(({ kind }) => paying.includes(kind)),
      'receivable',
      { invoice_id: id },
    )
  credit = (client_id: string) => -computeBalance(this.entries, 'credit', { client_id })
  deposit = (booking_id: string) => -computeBalance(this.entries, 'deposits_held', { booking_id })
}

type Step = { pick: number; amount: number; client: 'ann' | 'bob'; rate: number; included: boolean }
const accountOf = ({ pick }: Step) => moneyAccounts[pick % moneyAccounts.length] as LedgerAccount
const pickFrom = <T>(all: readonly T[], { pick }: Step) => all[pick % Math.max(1, all.length)]

function complete(books: Books, { client, amount }: Step) {
  const id = `${client}-session-${books.entries.length}`
  books.sessions.push(id)
  books.post('session_earned', buildSessionEntries(id, client, amount))
}

function issue(books: Books, step: Step) {
  const { client, amount, rate, included } = step
  const session = books.sessions.find((id) => id.startsWith(client)) ?? null
  const input = [
    { booking_id: null, amount_minor: amount, tax_rate_bp: rate },
    ...(session ? [{ booking_id: session, amount_minor: amount + 1, tax_rate_bp: 1_900 }] : []),
  ]
  books.sessions = books.sessions.filter((id) => id !== session)
  const invoice = { id: `invoice-${books.invoices.length}`, client_id: client, lines: taxedLines(input, included) }
  books.invoices.push(invoice)
  const of = { client_id: client, invoice_id: invoice.id }
  books.post('invoice_issued', buildInvoiceEntries(of, invoice.lines))
  const held_deposit_minor = session ? books.deposit(session) : 0
  if (session && held_deposit_minor > 0) {
    const applied = { held_deposit_minor, open_minor: books.open(invoice) }
    books.post('deposit_applied', buildAppliedDepositEntries({ ...of, booking_id: session }, applied))
  }
  books.post('credit_used', buildUsedCreditEntries(of, Math.min(books.credit(client), books.open(invoice))))
}

/** An invoice that is not void. */
const pickInvoice = (books: Books, step: Step) => {
  const invoice = pickFrom(books.invoices, step)
  return invoice && !books.voided.has(invoice.id) ? invoice : undefined
}
const postedAmount = (books: Books, invoice: SoldInvoice, kind: LedgerKind) =>
  computeBalance(
    books.entries.filter((entry) => entry.kind === kind),
    'receivable',
    { invoice_id: invoice.id },
  )

const ofInvoice = ({ id, client_id }: SoldInvoice) => ({ client_id, invoice_id: id })

const steps: Record<string, (books: Books, step: Step) => void> = {
  complete,
  issue,
  payDeposit(books, step) {
    const booking_id = books.sessions.find((id) => id.startsWith(step.client))
    const money = { account: accountOf(step), amount_minor: step.amount }
    if (!booking_id) return
    books.actual[step.client].paid += step.amount
    books.post('deposit_held', buildDepositEntries({ client_id: step.client, booking_id }, money))
  },
  // A booking uses the client's credit for its deposit.
  reserveCredit(books, { client, amount }) {
    const booking_id = books.sessions.find((id) => id.startsWith(client))
    const money = { account: 'credit' as const, amount_minor: Math.min(amount, books.credit(client)) }
    if (booking_id) books.post('deposit_held', buildDepositEntries({ client_id: client, booking_id }, money))
  },
  returnCredit(books, { client, amount }) {
    const booking_id = books.sessions.find((id) => id.startsWith(client))
    if (!booking_id) return
    const used = computeBalance(books.entries, 'credit', { client_id: client, booking_id })
    const money = {
      account: 'credit' as const,
      amount_minor: Math.max(0, Math.min(amount, used, books.deposit(booking_id))),
    }
    books.post('deposit_returned', reverseEntries(buildDepositEntries({ client_id: client, booking_id }, money)))
  },
  pay(books, step) {
    const invoice = pickInvoice(books, step)
    if (!invoice) return
    const payment = { account: accountOf(step), amount_minor: step.amount, open_minor: books.open(invoice) }
    books.actual[invoice.client_id].paid += step.amount
    books.post('payment_received', buildPaymentEntries(ofInvoice(invoice), payment))
  },
  refund(books, step) {
    const invoice = pickInvoice(books, step)
    const amount_minor = invoice ? Math.min(step.amount, books.paid(invoice)) : 0
    const account = step.included ? 'credit' : accountOf(step)
    if (!invoice) return
    if (account !== 'credit') books.actual[invoice.client_id].returned += amount_minor
    books.post('payment_refunded', buildRefundEntries(ofInvoice(invoice), { account, amount_minor }))
  },
  correct(books, step) {
    const invoice = pickInvoice(books, step)
    if (!invoice) return
    const lowered = postedAmount(books, invoice, 'credit_note_issued') + postedAmount(books, invoice, 'written_off')
    const amount = Math.min(step.amount, invoiceTotals(invoice.lines).total_minor + lowered)
    if (amount <= 0) return
    books.post(
      'credit_note_issued',
      buildCreditNoteEntries(ofInvoice(invoice), invoiceTotals(creditNoteLines(amount, invoice.lines))),
    )
    const excess = { account: 'credit' as const, amount_minor: Math.max(0, -books.open(invoice)) }
    books.post('payment_refunded', buildRefundEntries(ofInvoice(invoice), excess))
  },
  writeOff(books, step) {
    const invoice = pickInvoice(books, step)
    if (invoice) books.post('written_off', buildWriteOffEntries(ofInvoice(invoice), books.open(invoice)))
  },
  void(books, step) {
    const invoice = pickInvoice(books, step)
    if (!invoice || books.entries.some((entry) => entry.invoice_id === invoice.id && entry.kind !== 'invoice_issued'))
      return
    books.voided.add(invoice.id)
    books.post('invoice_voided', reverseEntries(books.entries.filter((entry) => entry.invoice_id === invoice.id)))
  },
  giveCredit(books, { client, amount }) {
    books.actual[client].given += amount
    books.post('credit_given', buildGivenCreditEntries(client, amount))
  },
  // Reverses the earnings of a session that is cancelled later, or whose fee is waived.
  takeBack(books, step) {
    const session = books.sessions.find((id) => id.startsWith(step.client))
    if (!session) return
    const earned = books.entries.filter((entry) => entry.kind === 'session_earned' && entry.booking_id === session)
    books.post('session_earned', reverseEntries(earned))
    books.sessions = books.sessions.filter((id) => id !== session)
  },
  takeFee(books, { amount }) {
    books.providerCosts += amount
    books.post('processor_fee', buildProcessorFeeEntries(amount))
  },
  payOut(books, { amount, included }) {
    books.post('payout', buildPayoutEntries(included ? amount : -amount))
  },
  // A client disputes the deposit of a session.
  dispute(books, { client, amount }) {
    const booking_id = books.sessions.find((id) => id.startsWith(client))
    const held = booking_id ? books.deposit(booking_id) : 0
    const open = books.disputes.some((dispute) => dispute.booking_id === booking_id)
    if (!booking_id || held === 0 || open) return
    const disputed = Math.min(held, amount)
    books.disputes.push({ client, booking_id, amount: disputed })
    books.post('dispute_opened', buildDisputeEntries({ client_id: client, booking_id }, disputed))
  },
  decide(books, { included, client }) {
    const dispute = books.disputes.find((open) => open.client === client)
    if (!dispute) return
    const { booking_id, amount } = dispute
    const of = { client_id: client, booking_id }
    books.disputes = books.disputes.filter((other) => other !== dispute)
    if (included) return books.post('dispute_ended', buildDisputeEntries(of, -amount))
    const held_deposit_minor = books.deposit(booking_id)
    const written_off_minor = amount - Math.min(amount, held_deposit_minor)
    books.actual[client].returned += amount - written_off_minor
    books.providerCosts += written_off_minor
    books.losses.push({ ...dispute, written_off_minor })
    books.post('dispute_ended', buildLostDisputeEntries(of, { amount_minor: amount, held_deposit_minor }))
  },
  // The bank decides a lost dispute again, and the studio wins.
  reverseLoss(books, step) {
    const loss = pickFrom(books.losses, step)
    if (!loss) return
    const { client, booking_id, amount, written_off_minor } = loss
    const of = { client_id: client, booking_id }
    books.losses = books.losses.filter((other) => other !== loss)
    books.actual[client].returned -= amount - written_off_minor
    books.providerCosts -= written_off_minor
    books.post('dispute_ended', buildDisputeEntries(of, -amount))
    books.post('dispute_ended', buildReversedLossEntries(of, { amount_minor: amount, written_off_minor }))
  },
  payOutCredit(books, step) {
    const amount_minor = Math.min(step.amount, books.credit(step.client))
    books.actual[step.client].returned += amount_minor
    books.post('credit_paid_out', buildPaidOutCreditEntries(step.client, { account: accountOf(step), amount_minor }))
  },
}

const history = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(steps)),
    pick: fc.nat(20),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    client: fc.constantFrom('ann' as const, 'bob' as const),
    rate: fc.constantFrom(0, 700, 1_900, 2_550),
    included: fc.boolean(),
  }),
  { maxLength: 40 },
)

/** The losses by disputes about money that was no longer a deposit. */
const disputedLosses = ({ entries }: Books) =>
  computeBalance(
    entries.filter(({ kind }) => kind === 'dispute_ended'),
    'write_off',
  )

const play = (commands: readonly (Step & { name: string })[]) => {
  const books = new Books()
  for (const command of commands) steps[command.name]?.(books, command)
  return books
}

describe("any history of a studio's money", () => {
  test('sums to zero, event by event', () => {
    fc.assert(
      fc.property(history, (commands) => {
        const sums = new Map<number, number>()
        for (const { event, amount_minor } of play(commands).entries)
          sums.set(event, (sums.get(event) ?? 0) + amount_minor)
        expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
      }),
    )
  })

  test('never overpays an invoice, uses credit twice or makes a deposit negative', () => {
    fc.assert(
      fc.property(history, (commands) => {
        const books = play(commands)
        for (const invoice of books.invoices) {
          expect(books.open(invoice)).toBeGreaterThanOrEqual(0)
          expect(books.paid(invoice)).toBeGreaterThanOrEqual(0)
        }
        for (const client of ['ann', 'bob']) expect(books.credit(client)).toBeGreaterThanOrEqual(0)
        for (const session of books.sessions) expect(books.deposit(session)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('has exactly the money that clients paid: on their invoices, as credit or as deposits', () => {
    fc.assert(
      fc.property(history, (commands) => {
        const books = play(commands)
        for (const client_id of ['ann', 'bob'] as const) {
          const { paid, returned, given } = books.actual[client_id]
          const onInvoices = books.invoices
            .filter((invoice) => invoice.client_id === client_id)
            .reduce((sum, invoice) => sum + books.paid(invoice), 0)
          const held = -computeBalance(books.entries, 'deposits_held', { client_id })
          expect(onInvoices + books.credit(client_id) + held).toBe(paid - returned + given)
        }
        const inHand = moneyAccounts.reduce((sum, account) => sum + computeBalance(books.entries, account), 0)
        const all = Object.values(books.actual)
        const disputed = books.disputes.reduce((sum, { amount }) => sum + amount, 0)
        expect(computeBalance(books.entries, 'disputes')).toBe(disputed)
        const kept = all.reduce((sum, { paid, returned }) => sum + paid - returned, 0)
        expect(inHand).toBe(kept - disputed - books.providerCosts)
        expect(computeBalance(books.entries, 'processor_fees') + disputedLosses(books)).toBe(books.providerCosts)
      }),
    )
  })

  test('never pays more on an invoice than it charges', () => {
    fc.assert(
      fc.property(history, (commands) => {
        const books = play(commands)
        for (const invoice of books.invoices.filter(({ id }) => !books.voided.has(id))) {
          const lowered =
            -postedAmount(books, invoice, 'credit_note_issued') - postedAmount(books, invoice, 'written_off')
          const charged = invoiceTotals(invoice.lines).total_minor - lowered
          expect(books.paid(invoice) + books.open(invoice)).toBe(charged)
          expect(books.paid(invoice)).toBeLessThanOrEqual(charged)
        }
      }),
    )
  })

  test('has the same balances when its events are posted again, twice and in any order', () => {
    fc.assert(
      fc.property(history, fc.infiniteStream(fc.nat()), (commands, turns) => {
        const { entries } = play(commands)
        const events = [...Map.groupBy(entries, ({ event }) => event)]
        const shuffled = [...events, ...events]
          .map((event) => ({ event, at: turns.next().value }))
          .sort((a, b) => a.at - b.at)
        // The books write the key of an event once.
        const posted = new Map(shuffled.map(({ event }) => event))
        const replayed = [...posted.values()].flat()
        for (const account of ['receivable', 'credit', 'revenue', 'tax_payable', 'unbilled', ...moneyAccounts] as const)
          expect(computeBalance(replayed, account)).toBe(computeBalance(entries, account))
        for (const invoice_id of new Set(entries.flatMap((entry) => entry.invoice_id ?? [])))
          expect(computeBalance(replayed, 'receivable', { invoice_id })).toBe(
            computeBalance(entries, 'receivable', { invoice_id }),
          )
      }),
    )
  })
})

describe('a lost dispute that the bank decides again', () => {
  const party = { client_id: 'ann', booking_id: 'session' }
  const lose = (held_deposit_minor: number) =>
    buildLostDisputeEntries(party, { amount_minor: 5_000, held_deposit_minor })
  const origins = { 'a deposit': 5_000, 'an invoice': 0, 'a deposit and an invoice': 2_000 }

  test.for(Object.entries(origins))('takes back what the loss posted, for money of %s', ([, held_deposit_minor]) => {
    const loss = lose(held_deposit_minor)
    const reversed = { amount_minor: 5_000, written_off_minor: computeBalance(loss, 'write_off') }
    const both = [...loss, ...buildReversedLossEntries(party, reversed)]
    for (const account of ['deposits_held', 'write_off', 'disputes'] as const)
      expect(computeBalance(both, account)).toBe(0)
  })

  test('takes back the write-off first if only a part returns, because the loss used the deposit first', () => {
    const loss = lose(2_000)
    const afterReversal = (amount_minor: number) => {
      const entries = [...loss, ...buildReversedLossEntries(party, { amount_minor, written_off_minor: 3_000 })]
      return [computeBalance(entries, 'deposits_held'), computeBalance(entries, 'write_off')]
    }
    expect(afterReversal(1_000)).toEqual([2_000, 2_000])
    expect(afterReversal(4_000)).toEqual([1_000, 0])
  })
})

test('entries that do not sum to zero, or are not integers, are never posted', () => {
  expect(() => balanceEntries([{ account: 'cash', amount_minor: 1 }])).toThrow('do not balance')
  expect(() => balanceEntries([{ account: 'cash', amount_minor: 0.5 }])).toThrow('not whole')
})
