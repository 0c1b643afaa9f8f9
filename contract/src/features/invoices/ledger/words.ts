/** The kinds of events in the books. The database has the same list (`ledger_kind`). */
export const ledgerKinds = [
  'session_earned',
  'invoice_issued',
  'invoice_voided',
  'credit_note_issued',
  'payment_received',
  'payment_refunded',
  'credit_given',
  'credit_used',
  'credit_paid_out',
  'adjustment',
  'written_off',
  'fee_charged',
  'fee_waived',
  'deposit_held',
  'deposit_applied',
  'deposit_earned',
  'deposit_returned',
  'processor_fee',
  'payout',
  'dispute_opened',
  'dispute_ended',
  'package_sold',
  'package_drawn',
  'package_returned',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** The accounts of the books. Debits are positive, credits negative. */
export const ledgerAccounts = [
  // The open amounts of invoices.
  'receivable',
  // The value of sessions that took place and are on no invoice; negative if the invoice came first.
  'unbilled',
  'cash',
  'bank',
  'outside',
  'card_clearing',
  'revenue',
  'fees',
  'tax_payable',
  // Money of clients: deposits for sessions, prepaid packages, and credit.
  'deposits_held',
  'packages_held',
  'credit',
  'write_off',
  'adjustments',
  'processor_fees',
  'disputes',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]
