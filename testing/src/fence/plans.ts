import { cast, objectId, studios } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Payments of plans, and the log of the product's emails.

const { alpha, beta, closed } = studios

/** Inserts the rows as the login role; studios and users exist already. */
export const plansSql = `
insert into payment_events (id, type, studio_id, happened_at, received_at) values
  ('evt_a', 'invoice.paid', '${alpha}', now(), now()), ('evt_b', 'invoice.paid', '${beta}', now(), now());
insert into mail_deliveries (id, studio_id, user_id, kind, state, tries, created_at) values
  ('${objectId(51)}', '${alpha}', '${cast['client A1'].id}', 'welcome', 'waiting', 1, now()),
  ('${objectId(52)}', '${beta}', '${cast['client of B'].id}', 'welcome', 'waiting', 1, now()),
  ('${objectId(53)}', null, '${cast.partner.id}', 'welcome', 'waiting', 1, now());`

const newEvent = (studio: string): RowToInsert => ({
  sql: `insert into payment_events (id, type, studio_id, happened_at, received_at)
    values ('evt_new', 'invoice.paid', '${studio}', now(), now())`,
})
const paymentEvents: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: { 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: { 'for A': newEvent(alpha), 'for B': newEvent(beta) },
}

const newDelivery = (studio: string | null): RowToInsert => ({
  sql: `insert into mail_deliveries (id, studio_id, kind, state, tries, created_at)
    values ('${objectId(54)}', ${studio === null ? 'null' : `'${studio}'`}, 'welcome', 'waiting', 1, now())`,
})
const mailDeliveries: TableUnderTest = {
  rows: {
    'of A': `id = '${objectId(51)}'`,
    'of B': `id = '${objectId(52)}'`,
    'of the platform': `id = '${objectId(53)}'`,
  },
  changes: {
    'mark as failed': "state = 'failed', tries = tries + 1",
    'move to the closed studio': `studio_id = '${closed}'`,
  },
  inserts: { 'for A': newDelivery(alpha), 'for B': newDelivery(beta), 'for the platform': newDelivery(null) },
}

/** The tables of this file. */
export const planTables: Record<string, TableUnderTest> = {
  payment_events: paymentEvents,
  mail_deliveries: mailDeliveries,
}
