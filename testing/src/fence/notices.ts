import { cast, type Name, studios } from './cast.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Notifications, one recipient each.

const { alpha, beta, closed } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`

/** Inserts the rows as the login role. */
export const noticesSql = `
insert into notices (user_id, studio_id, actor_id, kind, data, link) values
  ('${cast['admin of A'].id}', '${alpha}', '${cast['client A1'].id}', 'booking_request', '{}', '/studio/bookings'),
  ('${cast['client A1'].id}', '${alpha}', '${cast['admin of A'].id}', 'booking_changed', '{}', '/alpha/bookings'),
  ('${cast['admin of B'].id}', '${beta}', '${cast['pending client of B'].id}', 'role_request', '{}', '/studio/clients');
insert into notices (user_id, studio_id, kind, link, created_at, read_at) values
  ('${cast['crew of A'].id}', '${alpha}', 'task', '/staff/tasks', '2020-01-01', '2020-01-02');`

const newNotice = (to: Name, studio: string, by = me, kind = 'mention'): RowToInsert => ({
  sql: `insert into notices (user_id, studio_id, actor_id, kind, link)
    values ('${cast[to].id}', '${studio}', ${by}, '${kind}', '/studio')`,
})
const toOf = (name: Name, studio: string) => `user_id = '${cast[name].id}' and studio_id = '${studio}'`

/** The table of this file. */
export const noticeTables: Record<string, TableUnderTest> = {
  notices: {
    rows: {
      'to the admin of A': toOf('admin of A', alpha),
      'read, to the crew of A': toOf('crew of A', alpha),
      'to client A1': toOf('client A1', alpha),
      'to the admin of B': toOf('admin of B', beta),
    },
    changes: {
      read: 'read_at = clock_timestamp()',
      'mark as read before it was created': "read_at = '2000-01-01'",
      rewrite: "link = '/elsewhere'",
      'move to the closed studio': `studio_id = '${closed}'`,
    },
    inserts: {
      'at A, to its admin': newNotice('admin of A', alpha),
      'at A, to its admin, about a request to join': newNotice('admin of A', alpha, me, 'role_request'),
      'at A, to client A2': newNotice('client A2', alpha),
      'at A, to client of B': newNotice('client of B', alpha),
      'at A, to a person it removed': newNotice('removed client of A', alpha),
      'at B, to client of B': newNotice('client of B', beta),
      'at A, to client A2 in the name of client A1': newNotice('client A2', alpha, `'${cast['client A1'].id}'`),
      'at A, to client A2 without an author': newNotice('client A2', alpha, 'null'),
    },
  },
}
