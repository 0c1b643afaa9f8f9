import { objectId, studios } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios

const webhook = (id: string, studio: string) => `insert into webhooks (id, studio_id, label, url, events, secret)
  values ('${id}', '${studio}', 'CRM', 'https://a.example/', '{booking.created}', 'sealed');`
const delivery = (id: string, webhook_id: string, studio: string) =>
  `insert into webhook_deliveries (id, webhook_id, studio_id, event_id, event, at, body)
  values ('${id}', '${webhook_id}', '${studio}', '${id}', 'booking.created', now(), '{}');`
const insertChange = (studio: string, id: string) =>
  `insert into webhook_changes (studio_id, kind, object_id) values ('${studio}', 'booking', '${id}');`

/** Inserts the rows as the login role. */
export const webhooksSql = [
  webhook(objectId(941), alpha),
  webhook(objectId(942), beta),
  delivery(objectId(944), objectId(941), alpha),
  delivery(objectId(945), objectId(942), beta),
  insertChange(alpha, objectId(944)),
  insertChange(beta, objectId(945)),
].join('\n')

/** The tables of this file. */
export const webhookTables: Record<string, TableUnderTest> = {
  webhooks: {
    rows: { 'of A': `id = '${objectId(941)}'`, 'of B': `id = '${objectId(942)}'` },
    changes: {
      'switch off': 'is_active = false, version = version + 1',
      'read the secret': 'label = secret',
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    inserts: { 'at A': { sql: webhook(objectId(943), alpha) }, 'at B': { sql: webhook(objectId(943), beta) } },
  },
  webhook_deliveries: {
    rows: { 'of A': `id = '${objectId(944)}'`, 'of B': `id = '${objectId(945)}'` },
    changes: { 'empty the text': 'body = null', 'send again': 'attempts = 5' },
    inserts: {
      'at A': { sql: delivery(objectId(946), objectId(941), alpha) },
      'at B': { sql: delivery(objectId(946), objectId(942), beta) },
    },
  },
  webhook_changes: {
    rows: { 'of A': `object_id = '${objectId(944)}'`, 'of B': `object_id = '${objectId(945)}'` },
    changes: { 'name another object': `object_id = '${objectId(946)}'` },
    inserts: {
      'at A': { sql: insertChange(alpha, objectId(946)) },
      'at B': { sql: insertChange(beta, objectId(946)) },
    },
  },
}
