import type { LedgerAccount } from './words.ts'

/** One line of an event in the books. Debits are positive, credits negative. */
export type LedgerEntry = {
  account: LedgerAccount
  amount_minor: number
  client_id?: string | null
  invoice_id?: string | null
  booking_id?: string | null
}

/** Entries without zero amounts. @throws Error if they do not sum to zero, which is a bug */
export function balanceEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  if (entries.some(({ amount_minor }) => !Number.isSafeInteger(amount_minor))) throw new Error('an amount is not whole')
  if (entries.reduce((sum, { amount_minor }) => sum + amount_minor, 0) !== 0) throw new Error('entries do not balance')
  return entries.filter(({ amount_minor }) => amount_minor !== 0)
}

/** The balance of an account, from the entries that `filter` selects. */
export const computeBalance = (
  entries: readonly LedgerEntry[],
  account: LedgerAccount,
  filter: Partial<Pick<LedgerEntry, 'client_id' | 'invoice_id' | 'booking_id'>> = {},
) =>
  entries
    .filter(
      (entry) =>
        entry.account === account &&
        (filter.client_id === undefined || entry.client_id === filter.client_id) &&
        (filter.invoice_id === undefined || entry.invoice_id === filter.invoice_id) &&
        (filter.booking_id === undefined || entry.booking_id === filter.booking_id),
    )
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)

type InvoiceOfClient = { client_id: string | null; invoice_id: string }
type BookedLine = { booking_id: string | null; net_minor: number; tax_minor: number }

/**
 * Entries of an issued invoice: the client owes the amount. Sessions move out of `unbilled`, other lines are revenue, and
 * tax is owed to the state.
 */
export function buildInvoiceEntries({ client_id, invoice_id }: InvoiceOfClient, lines: readonly BookedLine[]) {
  const total = lines.reduce((sum, line) => sum + line.net_minor + line.tax_minor, 0)
  const tax = lines.reduce((sum, line) => sum + line.tax_minor, 0)
  return balanceEntries([
    { account: 'receivable', amount_minor: total, client_id, invoice_id },
    ...lines.map(({ booking_id, net_minor }) => ({
      account: booking_id === null ? ('revenue' as const) : ('unbilled' as const),
      amount_minor: -net_minor,
      client_id,
      invoice_id,
      booking_id,
    })),
    { account: 'tax_payable', amount_minor: -tax, client_id, invoice_id },
  ])
}

/** The opposite entries, to undo an event. */
export const reverseEntries = (entries: readonly LedgerEntry[]) =>
  balanceEntries(entries.map((entry) => ({ ...entry, amount_minor: -entry.amount_minor })))

/** Entries of a credit note: revenue and tax decrease, and the client owes less. */
export const buildCreditNoteEntries = (
  { client_id, invoice_id }: InvoiceOfClient,
  note: { net_minor: number; tax_minor: number },
) =>
  balanceEntries([
    { account: 'revenue', amount_minor: note.net_minor, client_id, invoice_id },
    { account: 'tax_payable', amount_minor: note.tax_minor, client_id, invoice_id },
    { account: 'receivable', amount_minor: -note.net_minor - note.tax_minor, client_id, invoice_id },
  ])

/** Entries of a payment of an invoice. Money beyond the open amount becomes the client's credit. */
export function buildPaymentEntries(
  { client_id, invoice_id }: InvoiceOfClient,
  payment: ReceivedMoney & { open_minor: number },
) {
  const { account, amount_minor, open_minor } = payment
  const applied = Math.min(amount_minor, Math.max(0, open_minor))
  return balanceEntries([
    { account, amount_minor, client_id, invoice_id },
    { account: 'receivable', amount_minor: -applied, client_id, invoice_id },
    { account: 'credit', amount_minor: applied - amount_minor, client_id },
  ])
}

/**
 * Entries of a card payment of an invoice. Money beyond the open amount is held until it is refunded to the card, so that no
 * other invoice can use it.
 */
export function buildCardPaymentEntries(
  { client_id, invoice_id }: InvoiceOfClient,
  payment: { amount_minor: number; open_minor: number },
) {
  const { amount_minor, open_minor } = payment
  const applied = Math.min(amount_minor, Math.max(0, open_minor))
  return balanceEntries([
    { account: 'card_clearing', amount_minor, client_id, invoice_id },
    { account: 'receivable', amount_minor: -applied, client_id, invoice_id },
    { account: 'deposits_held', amount_minor: applied - amount_minor, client_id, invoice_id },
  ])
}

/** Entries of a refund to the card of money that was held. */
export const buildReturnEntries = (
  { client_id, invoice_id }: { client_id: string | null; invoice_id: string | null },
  amount_minor: number,
) =>
  balanceEntries([
    { account: 'deposits_held', amount_minor, client_id, invoice_id },
    { account: 'card_clearing', amount_minor: -amount_minor, client_id, invoice_id },
  ])

type ReceivedMoney = { account: LedgerAccount; amount_minor: number }

/** Entries of a refund of an invoice's money, or of its conversion to the client's credit (account `credit`). */
export const buildRefundEntries = (
  { client_id, invoice_id }: InvoiceOfClient,
  { account, amount_minor }: ReceivedMoney,
) =>
  balanceEntries([
    { account: 'receivable', amount_minor, client_id, invoice_id },
    { account, amount_minor: -amount_minor, client_id, ...(account !== 'credit' && { invoice_id }) },
  ])

/** Entries of an invoice that is paid with the client's credit. */
export const buildUsedCreditEntries = ({ client_id, invoice_id }: InvoiceOfClient, amount_minor: number) =>
  balanceEntries([
    { account: 'credit', amount_minor, client_id },
    { account: 'receivable', amount_minor: -amount_minor, client_id, invoice_id },
  ])

/** Entries of a session's deposit that pays its invoice. Money beyond the open amount becomes credit. */
export function buildAppliedDepositEntries(
  { client_id, invoice_id, booking_id }: InvoiceOfClient & { booking_id: string },
  { held_deposit_minor, open_minor }: { held_deposit_minor: number; open_minor: number },
) {
  const applied = Math.min(held_deposit_minor, Math.max(0, open_minor))
  return balanceEntries([
    { account: 'deposits_held', amount_minor: held_deposit_minor, client_id, booking_id },
    { account: 'receivable', amount_minor: -applied, client_id, invoice_id },
    { account: 'credit', amount_minor: applied - held_deposit_minor, client_id },
  ])
}

/** Entries of a payment for a session that is on no invoice yet. */
export const buildDepositEntries = (
  { client_id, booking_id }: { client_id: string | null; booking_id: string | null },
  { account, amount_minor }: ReceivedMoney,
) =>
  balanceEntries([
    { account, amount_minor, client_id, booking_id },
    { account: 'deposits_held', amount_minor: -amount_minor, client_id, booking_id },
  ])

/** Entries of an amount of an invoice that will never be paid. */
export const buildWriteOffEntries = ({ client_id, invoice_id }: InvoiceOfClient, amount_minor: number) =>
  balanceEntries([
    { account: 'write_off', amount_minor, client_id, invoice_id },
    { account: 'receivable', amount_minor: -amount_minor, client_id, invoice_id },
  ])

/** Entries of credit that the studio gives. */
export const buildGivenCreditEntries = (client_id: string, amount_minor: number) =>
  balanceEntries([
    { account: 'adjustments', amount_minor, client_id },
    { account: 'credit', amount_minor: -amount_minor, client_id },
  ])

/** Entries of credit that is paid out. */
export const buildPaidOutCreditEntries = (client_id: string, { account, amount_minor }: ReceivedMoney) =>
  balanceEntries([
    { account: 'credit', amount_minor, client_id },
    { account, amount_minor: -amount_minor, client_id },
  ])

/** Entries of a sold package: the net price is no revenue until its hours are used. */
export const buildSoldPackageEntries = (client_id: string, net_minor: number) =>
  balanceEntries([
    { account: 'revenue', amount_minor: net_minor, client_id },
    { account: 'packages_held', amount_minor: -net_minor, client_id },
  ])

/** Entries of a completed session: earned, and not yet invoiced. The database posts them (`app.post_earnings`). */
export const buildSessionEntries = (booking_id: string, client_id: string, amount_minor: number) =>
  balanceEntries([
    { account: 'unbilled', amount_minor, client_id, booking_id },
    { account: 'revenue', amount_minor: -amount_minor, client_id, booking_id },
  ])

/** Entries of the provider's fee for a card payment. */
export const buildProcessorFeeEntries = (amount_minor: number) =>
  balanceEntries([
    { account: 'processor_fees', amount_minor },
    { account: 'card_clearing', amount_minor: -amount_minor },
  ])

/** Entries of a payout from the provider to the bank. A negative amount reverses it, because the bank did not accept it. */
export const buildPayoutEntries = (amount_minor: number) =>
  balanceEntries([
    { account: 'bank', amount_minor },
    { account: 'card_clearing', amount_minor: -amount_minor },
  ])

/** Who disputes a payment, and the session that it was for. */
type DisputeParty = { client_id: string | null; booking_id: string | null }

/**
 * Entries of an amount that the provider withdraws while a client disputes a payment. A negative amount means money that the
 * provider gives back.
 */
export const buildDisputeEntries = (party: DisputeParty, amount_minor: number) =>
  balanceEntries([
    { account: 'disputes', amount_minor, ...party },
    { account: 'card_clearing', amount_minor: -amount_minor, ...party },
  ])

/**
 * Entries of a dispute that the client won, so the money stays with them. A deposit is no longer held for the session; money
 * that paid an invoice is lost.
 */
export function buildLostDisputeEntries(
  party: DisputeParty,
  lost: { amount_minor: number; held_deposit_minor: number },
) {
  const returned = Math.min(lost.amount_minor, Math.max(0, lost.held_deposit_minor))
  return balanceEntries([
    { account: 'deposits_held', amount_minor: returned, ...party },
    { account: 'write_off', amount_minor: lost.amount_minor - returned, ...party },
    { account: 'disputes', amount_minor: -lost.amount_minor, ...party },
  ])
}

/**
 * Entries that take back the loss of a dispute, or a part of it, because the bank changed its decision. The loss used the deposit
 * first, so a part takes back the write-off first.
 * @param reversed.written_off_minor what the loss has posted to `write_off`
 */
export function buildReversedLossEntries(
  party: DisputeParty,
  reversed: { amount_minor: number; written_off_minor: number },
) {
  const recovered = Math.min(reversed.amount_minor, Math.max(0, reversed.written_off_minor))
  return balanceEntries([
    { account: 'write_off', amount_minor: -recovered, ...party },
    { account: 'deposits_held', amount_minor: recovered - reversed.amount_minor, ...party },
    { account: 'disputes', amount_minor: reversed.amount_minor, ...party },
  ])
}
