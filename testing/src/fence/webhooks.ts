import { studios, thing } from './cast.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta, closed } = studios

const webhook = (id: string, studio: string) => `insert into webhooks (id, studio_id, label, url, events, secret)
  values ('${id}', '${studio}', 'CRM', 'https://a.example/', '{booking.created}', 'sealed');`
const delivery = (id: string, webhook_id: string, studio: string) =>
  `insert into webhook_deliveries (id, webhook_id, studio_id, event_id, event, at, body)
  values ('${id}', '${webhook_id}', '${studio}', '${id}', 'booking.created', now(), '{}');`
const noted = (studio: string, id: string) =>
  `insert into webhook_changes (studio_id, kind, object_id) values ('${studio}', 'booking', '${id}');`

/** Inserts the rows with the rights of the login. */
export const webhooksSql = [
  webhook(thing(941), alpha),
  webhook(thing(942), beta),
  delivery(thing(944), thing(941), alpha),
  delivery(thing(945), thing(942), beta),
  noted(alpha, thing(944)),
  noted(beta, thing(945)),
].join('\n')

/** The tables of this file. */
export const webhookTables: Record<string, TableUnderTest> = {
  webhooks: {
    rows: { 'of A': `id = '${thing(941)}'`, 'of B': `id = '${thing(942)}'` },
    changes: {
      'switch off': 'is_active = false, version = version + 1',
      'read the secret': 'label = secret',
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    makes: { 'at A': { sql: webhook(thing(943), alpha) }, 'at B': { sql: webhook(thing(943), beta) } },
  },
  webhook_deliveries: {
    rows: { 'of A': `id = '${thing(944)}'`, 'of B': `id = '${thing(945)}'` },
    changes: { 'empty the text': 'body = null', 'send again': 'attempts = 5' },
    makes: {
      'at A': { sql: delivery(thing(946), thing(941), alpha) },
      'at B': { sql: delivery(thing(946), thing(942), beta) },
    },
  },
  webhook_changes: {
    rows: { 'of A': `object_id = '${thing(944)}'`, 'of B': `object_id = '${thing(945)}'` },
    changes: { 'name another object': `object_id = '${thing(946)}'` },
    makes: { 'at A': { sql: noted(alpha, thing(946)) }, 'at B': { sql: noted(beta, thing(946)) } },
  },
}
