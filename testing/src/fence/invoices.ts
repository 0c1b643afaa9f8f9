import { cast, type Name, objectId, studios } from './cast.ts'
import { testRows } from './rows.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Invoices, payments and the books. At A the desk may take cash.

const { alpha, beta } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`

type InvoiceRow = { id: string; studio: string; client: Name; number?: string }
const bills: Record<string, InvoiceRow> = {
  'draft for client A1': { id: objectId(901), studio: alpha, client: 'client A1' },
  'issued to client A1': { id: objectId(902), studio: alpha, client: 'client A1', number: '2026-0001' },
  'issued to client of B': { id: objectId(903), studio: beta, client: 'client of B', number: '2026-0001' },
}
const all = Object.values(bills)

const invoiceInto = 'insert into invoices (id, studio_id, client_id, currency, buyer, total_minor, net_minor) values'
const invoice = ({ id, studio, client }: InvoiceRow) => `('${id}', '${studio}', ${idOf(client)}, 'EUR', '{}', 100, 100)`
const lineInto =
  'insert into invoice_lines (invoice_id, position, studio_id, description, unit, quantity, unit_price_minor, amount_minor, net_minor, tax_minor) values'
const line = ({ id, studio }: Pick<InvoiceRow, 'id' | 'studio'>, position = 0) =>
  `('${id}', ${position}, '${studio}', 'Mixing', 'piece', 1, 100, 100, 100, 0)`
const paymentInto =
  'insert into payments (id, studio_id, client_id, invoice_id, kind, method, amount_minor, currency, paid_on, created_by) values'
type PaymentRow = { id: string; bill: InvoiceRow; method?: string; kind?: string; by: string }
const payment = ({ id, bill, method = 'cash', kind = 'payment', by }: PaymentRow) =>
  `('${id}', '${bill.studio}', ${idOf(bill.client)}, '${bill.id}', '${kind}', '${method}', 10, 'EUR', '2026-11-01', ${by})`
const entryInto =
  'insert into ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on, account, amount_minor, client_id) values'
type Entry = {
  studio: string
  client: Name
  account: string
  kind?: string
  key?: string
  position?: number
  amount?: number
}
const entry = ({
  studio,
  client,
  account,
  kind = 'invoice_issued',
  key = 'first',
  position = 0,
  amount = 100,
}: Entry) =>
  `('${studio}', '${key}', ${position}, '${kind}', '${objectId(902)}', 'EUR', '2026-11-01', '${account}', ${amount}, ${idOf(client)})`

const linkInto = 'insert into invoice_links (id, studio_id, invoice_id, expires_at) values'
const link = ({ id, studio }: InvoiceRow, link_id: string) => `('${link_id}', '${studio}', '${id}', '2027-01-01')`
const emailInto = 'insert into invoice_emails (id, studio_id, invoice_id, kind) values'
const email = ({ id, studio }: InvoiceRow, email_id: string) => `('${email_id}', '${studio}', '${id}', 'invoice')`

const ofA1 = bills['issued to client A1'] as InvoiceRow
const draft = bills['draft for client A1'] as InvoiceRow
const ofB = bills['issued to client of B'] as InvoiceRow
const ledgerRows = [ofA1, ofB].flatMap(({ studio, client }) => [
  entry({ studio, client, account: 'receivable' }),
  entry({ studio, client, account: 'revenue', position: 1, amount: -100 }),
])

/** Inserts the rows as the login role; studios and clients exist already. */
export const invoicesSql = `
insert into invoice_settings (studio_id, desk_takes_cash, iban) values ('${alpha}', true, 'DE89370400440532013000'),
  ('${beta}', false, 'DE89370400440532013000');
${invoiceInto} ${all.map(invoice).join(', ')};
${lineInto} ${all.map((bill) => line(bill)).join(', ')};
update invoices set number = '2026-0001', number_year = 2026, number_in_year = 1, seller = '{}', issued_on = '2026-11-01',
  issued_at = now() where id in ('${ofA1.id}', '${ofB.id}');
${paymentInto} ${payment({ id: objectId(904), bill: ofA1, by: idOf('admin of A') })},
  ${payment({ id: objectId(905), bill: ofB, by: idOf('admin of B') })};
${entryInto} ${ledgerRows.join(', ')};
${linkInto} ${link(ofA1, objectId(906))}, ${link(ofB, objectId(907))};
${emailInto} ${email(ofA1, objectId(911))}, ${email(ofB, objectId(912))};`

const newInvoice = (studio: string, client: Name): RowToInsert => ({
  sql: `${invoiceInto} ${invoice({ id: objectId(909), studio, client })}`,
})
const invoices: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(bills).map(([about, { id }]) => [about, `id = '${id}'`])),
  changes: {
    'change the total': 'total_minor = 90, net_minor = 90',
    'change when it was sent': 'sent_at = issued_at, version = version + 1',
    'make void': `voided_at = case when issued_at is not null then now() end, version = version + 1`,
    'give to another client': `client_id = ${idOf('client A2')}`,
  },
  inserts: { 'at A': newInvoice(alpha, 'client A1'), 'at B': newInvoice(beta, 'client of B') },
}

const newLine = (bill: InvoiceRow): RowToInsert => ({ sql: `${lineInto} ${line(bill, 9)}` })
const invoiceLines: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(bills).map(([about, { id }]) => [about, `invoice_id = '${id}'`])),
  changes: { 'release the session': 'is_billed = false', 'change the amount': 'amount_minor = 90' },
  inserts: {
    'on a draft of A': newLine(draft),
    'on an issued invoice of A': newLine(ofA1),
    'on an issued invoice of B': newLine(ofB),
  },
}

const newPayment = (bill: InvoiceRow, overrides: Partial<PaymentRow> = {}): RowToInsert => ({
  sql: `${paymentInto} ${payment({ id: objectId(910), bill, by: me, ...overrides })}`,
})
const payments: TableUnderTest = {
  rows: { 'of client A1': `id = '${objectId(904)}'`, 'of client of B': `id = '${objectId(905)}'` },
  changes: { 'change the amount': 'amount_minor = 9', 'give to another client': `client_id = ${idOf('client A2')}` },
  inserts: {
    'in cash at A': newPayment(ofA1),
    'by bank at A': newPayment(ofA1, { method: 'bank' }),
    'refund in cash at A': newPayment(ofA1, { kind: 'refund' }),
    'in cash at A, in the name of another': newPayment(ofA1, { by: idOf('partner') }),
    'in cash at B, where the desk takes none': newPayment(ofB),
  },
}

const newEntry = (overrides: Partial<Entry>): RowToInsert => ({
  sql: `${entryInto} ${entry({ studio: alpha, client: 'client A1', account: 'cash', key: 'second', ...overrides })}`,
})
const ledgerEntries: TableUnderTest = {
  rows: {
    'owed by client A1': `studio_id = '${alpha}' and account = 'receivable'`,
    'earned from client A1': `studio_id = '${alpha}' and account = 'revenue'`,
    'owed by client of B': `studio_id = '${beta}' and account = 'receivable'`,
  },
  changes: {
    'change the amount': 'amount_minor = 9',
    'give to another client': `client_id = ${idOf('client A2')}`,
  },
  inserts: {
    'cash for a session at A': newEntry({ kind: 'deposit_held' }),
    'what a session at A earned': newEntry({ kind: 'session_earned', account: 'revenue' }),
    'credit at A in the name of a payment': newEntry({ kind: 'payment_received', account: 'credit' }),
    'cash for a session at B': newEntry({ studio: beta, client: 'client of B', kind: 'deposit_held' }),
  },
}

const newSettings = (studio: string): RowToInsert => ({
  clear: `delete from invoice_settings where studio_id = '${studio}'`,
  sql: `insert into invoice_settings (studio_id) values ('${studio}')`,
})
const invoiceSettings: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: { 'let the desk take cash': 'desk_takes_cash = not desk_takes_cash, version = version + 1' },
  inserts: { 'of A': newSettings(alpha), 'of B': newSettings(beta) },
}

const newLink = (bill: InvoiceRow): RowToInsert => ({
  clear: `delete from invoice_links where invoice_id = '${bill.id}'`,
  sql: `${linkInto} ${link(bill, objectId(908))}`,
})
const invoiceLinks: TableUnderTest = {
  rows: { 'to an invoice of A': `id = '${objectId(906)}'`, 'to an invoice of B': `id = '${objectId(907)}'` },
  changes: { revoke: 'revoked_at = now()', 'change when it was made': `created_at = '2020-01-01'` },
  inserts: { 'to an invoice of A': newLink(ofA1), 'to an invoice of B': newLink(ofB) },
}

const newEmail = (bill: InvoiceRow): RowToInsert => ({ sql: `${emailInto} ${email(bill, objectId(913))}` })
const invoiceEmails: TableUnderTest = {
  rows: { 'of an invoice of A': `id = '${objectId(911)}'`, 'of an invoice of B': `id = '${objectId(912)}'` },
  changes: { 'name another entry of the log': `delivery_id = '${objectId(914)}'` },
  inserts: { 'of an invoice of A': newEmail(ofA1), 'of an invoice of B': newEmail(ofB) },
}

const cardInto =
  'insert into card_payments (id, studio_id, client_id, account_id, amount_minor, currency, is_authorized_first, created_at) values'
const cardPayment = (id: string, studio: string, client: Name) =>
  `('${id}', '${studio}', ${idOf(client)}, 'acct_1', 100, 'EUR', false, '2026-11-01')`
const savedInto = 'insert into saved_cards (id, studio_id, client_id, account_id, mandate, created_at) values'
const savedCard = (id: string, studio: string, client: Name) =>
  `('${id}', '${studio}', ${idOf(client)}, 'acct_1', 'I agree', '2026-11-01')`
const accountInto = 'insert into card_accounts (studio_id, account_id) values'

const disputeInto = 'insert into card_disputes (id, studio_id) values'
const payoutInto = 'insert into card_payouts (id, studio_id) values'
const movementInto =
  'insert into card_movements (id, studio_id, account_id, kind, amount_minor, fee_minor, currency, happened_at) values'
const movement = (id: string, studio: string) =>
  `('${id}', '${studio}', 'acct_1', 'other', 100, 0, 'EUR', '2026-11-01')`
const comparisonInto = 'insert into card_comparisons (studio_id) values'
const differenceInto =
  'insert into card_differences (studio_id, subject, currency, kind, books_minor, provider_minor, happened_at, found_at) values'
const difference = (subject: string, studio: string) =>
  `('${studio}', '${subject}', 'EUR', 'other', 0, 100, '2026-11-01', '2026-11-01')`

/** Accounts for cards, payments by card, and their books. */
export const cardsSql = `
${accountInto} ('${alpha}', 'acct_of_a'), ('${beta}', 'acct_of_b');
${cardInto} ${cardPayment(objectId(921), alpha, 'client A1')}, ${cardPayment(objectId(922), beta, 'client of B')};
${disputeInto} ('du_a', '${alpha}'), ('du_b', '${beta}');
${payoutInto} ('po_a', '${alpha}'), ('po_b', '${beta}');
${movementInto} ${movement('txn_a', alpha)}, ${movement('txn_b', beta)};
${comparisonInto} ('${alpha}'), ('${beta}');
${differenceInto} ${difference('other:a', alpha)}, ${difference('other:b', beta)};
${savedInto} ${savedCard(objectId(941), alpha, 'client A1')}, ${savedCard(objectId(942), beta, 'client of B')};`

const newAccount = (studio: string): RowToInsert => ({
  clear: `delete from card_accounts where studio_id = '${studio}'`,
  sql: `${accountInto} ('${studio}', 'acct_new')`,
})
const cardAccounts: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: { 'say that it takes cards': 'takes_cards = not takes_cards' },
  inserts: { 'of A': newAccount(alpha), 'of B': newAccount(beta) },
}
const cardPayments: TableUnderTest = {
  rows: { 'of client A1': `id = '${objectId(921)}'`, 'of client of B': `id = '${objectId(922)}'` },
  changes: {
    'mark as paid': "state = 'paid', paid_minor = 100",
    'pay to another account': "account_id = 'acct_2'",
  },
  inserts: {
    'at A': { sql: `${cardInto} ${cardPayment(objectId(923), alpha, 'client A1')}` },
    'at B': { sql: `${cardInto} ${cardPayment(objectId(923), beta, 'client of B')}` },
  },
}

/** A table of the books of card payments: admins read it, and only the server writes it. */
const readByAdmins = (changes: Record<string, string>, insert: (studio: string) => string): TableUnderTest => ({
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes,
  inserts: { 'at A': { sql: insert(alpha) }, 'at B': { sql: insert(beta) } },
})
const cardBooks: Record<string, TableUnderTest> = {
  card_disputes: readByAdmins(
    { 'say that it was won': "state = 'won'" },
    (studio) => `${disputeInto} ('du_new', '${studio}')`,
  ),
  card_payouts: readByAdmins({ 'mark as paid': "state = 'paid'" }, (studio) => `${payoutInto} ('po_new', '${studio}')`),
  card_movements: readByAdmins(
    { 'change the amount': 'amount_minor = 1' },
    (studio) => `${movementInto} ${movement('new', studio)}`,
  ),
  card_comparisons: {
    ...readByAdmins({ 'say that something differs': 'differences = 7' }, () => ''),
    inserts: Object.fromEntries(
      [alpha, beta].map((studio) => [
        studio === alpha ? 'at A' : 'at B',
        {
          clear: `delete from card_comparisons where studio_id = '${studio}'`,
          sql: `${comparisonInto} ('${studio}')`,
        },
      ]),
    ),
  },
  card_differences: readByAdmins(
    { 'change the amount': 'books_minor = 1' },
    (studio) => `${differenceInto} ${difference('other:new', studio)}`,
  ),
}

const savedCards: TableUnderTest = {
  rows: { 'of client A1': `id = '${objectId(941)}'`, 'of client of B': `id = '${objectId(942)}'` },
  changes: { 'change what was agreed to': "mandate = 'Everything'", remove: "state = 'removed'" },
  inserts: {
    'at A': { sql: `${savedInto} ${savedCard(objectId(943), alpha, 'client A1')}` },
    'at B': { sql: `${savedInto} ${savedCard(objectId(943), beta, 'client of B')}` },
  },
}

/** The tables of this file. */
export const invoiceTables: Record<string, TableUnderTest> = {
  invoice_settings: invoiceSettings,
  invoices,
  invoice_lines: invoiceLines,
  payments,
  ledger_entries: ledgerEntries,
  invoice_links: invoiceLinks,
  invoice_emails: invoiceEmails,
  card_accounts: cardAccounts,
  card_payments: cardPayments,
  saved_cards: savedCards,
  ...cardBooks,
}

/** Results of the functions about money, per caller. */
export const moneyFunctionCalls: Record<string, string> = {
  'what a session of A owes': `exists (select from door.session_money('{${testRows.booking['pending session of client A1']}}'))`,
  'whether A takes cards': `door.takes_cards('${alpha}') is not null`,
  'the bank account of A': `exists (select from door.bank_details('${alpha}'))`,
  'the bank account of B': `exists (select from door.bank_details('${beta}'))`,
  'what a session of B owes': `exists (select from door.session_money('{${testRows.booking['pending session of client of B']}}'))`,
}
