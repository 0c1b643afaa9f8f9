import { cast, studios } from './cast.ts'
import { testRows } from './rows.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Calendar feeds, and emails about bookings.

const { alpha, beta, closed } = studios
const { booking } = testRows
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`

/** Inserts the rows as the login role; the bookings exist already. */
export const calendarsSql = `
insert into calendar_feeds (kind, user_id, studio_id, is_client, token_hash, revoked_at) values
  ('person', '${cast['client A1'].id}', '${alpha}', true, 'of client A1', null),
  ('person', '${cast['client A2'].id}', '${alpha}', true, 'ended, of client A2', '2030-01-01'),
  ('person', '${cast['client A to B'].id}', '${alpha}', true, 'at A of client A to B', null),
  ('studio', '${cast['admin of A'].id}', '${alpha}', false, 'of A, by its admin', null),
  ('person', '${cast['client of B'].id}', '${beta}', true, 'of client of B', null),
  ('studio', '${cast['admin of B'].id}', '${beta}', false, 'of B, by its admin', null);
insert into booking_messages (studio_id, booking_id, session_ids, user_id, kind, version, starts_at)
select studio_id, id, array[id], client_id, 'requested', 1, timestamptz '2030-06-03 08:00Z' from bookings
where id in ('${booking['pending session of client A1']}', '${booking['pending session of client of B']}');`

const isClient = "coalesce(app.role() = 'client', false)"
const newFeed = (kind: string, studio: string, { user = me, is_client = isClient } = {}): RowToInsert => ({
  clear: `delete from calendar_feeds where kind = '${kind}' and studio_id = '${studio}'`,
  sql: `insert into calendar_feeds (kind, user_id, studio_id, is_client, token_hash)
    values ('${kind}', ${user}, '${studio}', ${is_client}, 'new')`,
})
const calendarFeeds: TableUnderTest = {
  rows: Object.fromEntries(
    [
      'of client A1',
      'ended, of client A2',
      'of A, by its admin',
      'at A of client A to B',
      'of client of B',
      'of B, by its admin',
    ].map((name) => [name, `token_hash = '${name}'`]),
  ),
  changes: {
    end: 'revoked_at = clock_timestamp()',
    'end before it began': "revoked_at = '2000-01-01'",
    'give to another account': `user_id = '${cast.partner.id}'`,
  },
  inserts: {
    'at A for themselves': newFeed('person', alpha),
    'at B for themselves': newFeed('person', beta),
    'at A in the name of client A2': newFeed('person', alpha, { user: `'${cast['client A2'].id}'` }),
    'at A for another role': newFeed('person', alpha, { is_client: `not ${isClient}` }),
    'of A': newFeed('studio', alpha, { is_client: 'false' }),
    'of B': newFeed('studio', beta, { is_client: 'false' }),
  },
}

const bookingMessages: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}'`, 'of B': `studio_id = '${beta}'` },
  changes: {
    'mark as failed': "state = 'failed', tries = tries + 1",
    'move to the closed studio': `studio_id = '${closed}'`,
  },
  inserts: {
    'for A': newMessage(booking['pending session of client A1'], alpha),
    'for B': newMessage(booking['pending session of client of B'], beta),
  },
}
function newMessage(id: string, studio: string): RowToInsert {
  return {
    sql: `insert into booking_messages (studio_id, booking_id, session_ids, kind, version, starts_at)
      values ('${studio}', '${id}', '{${id}}', 'moved', 9, '2030-06-03 08:00Z')`,
  }
}

/** The tables of this file. */
export const calendarTables: Record<string, TableUnderTest> = {
  calendar_feeds: calendarFeeds,
  booking_messages: bookingMessages,
}
