import { cast, type Name, objectId } from './cast.ts'
import type { TableUnderTest } from './table.ts'

// Devices and settings for notifications. Each belongs to one person and to no studio.

const device = (
  id: string,
  name: Name,
) => `insert into push_devices (id, user_id, session_id, endpoint_hash, secret, host, public_key)
  values ('${id}', '${cast[name].id}', '${cast[name].session}', '${id}', 'sealed', 'push.example', 'key');`
const settings = (name: Name) => `insert into push_settings (user_id, muted) values ('${cast[name].id}', '{work}');`

/** Inserts the rows as the login role. */
export const pushSql = [
  device(objectId(971), 'admin of A'),
  device(objectId(972), 'admin of B'),
  settings('client A1'),
  settings('client of B'),
].join('\n')

/** The tables of this file. */
export const pushTables: Record<string, TableUnderTest> = {
  push_devices: {
    rows: { 'of the admin of A': `id = '${objectId(971)}'`, 'of the admin of B': `id = '${objectId(972)}'` },
    changes: {
      'replace the address': "secret = 'other'",
      'give it to another person': `user_id = '${cast.partner.id}'`,
    },
    inserts: {
      'for the crew of A': { sql: device(objectId(973), 'crew of A') },
      'for the crew of B': { sql: device(objectId(973), 'crew of B') },
    },
  },
  push_settings: {
    rows: {
      'of client A1': `user_id = '${cast['client A1'].id}'`,
      'of client of B': `user_id = '${cast['client of B'].id}'`,
    },
    changes: { mute: "muted = '{sessions}'" },
    inserts: {
      'for the crew of A': { sql: settings('crew of A') },
      'for the crew of B': { sql: settings('crew of B') },
    },
  },
}

/** Results of the functions about devices, per caller. */
export const pushFunctionCalls: Record<string, string> = {
  'that the admin of A has a device': `exists (select from door.with_push_device('{${cast['admin of A'].id}}'))`,
}
