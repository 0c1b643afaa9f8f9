import { cast, objectId } from './cast.ts'
import type { TableUnderTest } from './table.ts'

// Forms of the public pages. Their rows belong to the platform; only operators and the authors can read them.

const me = 'app.user_id()'
const clientId = (name: 'client A1' | 'client of B') => `'${cast[name].id}'`
const application = (id: string, user: string) => `insert into partnership_applications
  (id, "companyName", "contactName", email, phone, "partnershipType", message, user_id, created_at)
  values ('${id}', 'Company', 'Contact', 'contact@example.com', '+49 30 1', 'other', 'Hello', ${user}, now());`
const contact = (id: string, user: string) => `insert into contact_requests
  (id, name, email, topic, message, user_id, created_at)
  values ('${id}', 'Contact', 'contact@example.com', 'demo', 'Hello', ${user}, now());`
const registration = (id: string, user: string, email: string) => `insert into webinar_registrations
  (id, webinar, email, starts_at, user_id, created_at)
  values ('${id}', 'first-week', '${email}', '2030-01-01 17:00Z', ${user}, now());`

/** Inserts one row per form for a client of each studio and for a visitor, as the login role. */
export const lettersSql = [
  application(objectId(31), clientId('client A1')),
  application(objectId(32), clientId('client of B')),
  application(objectId(33), 'null'),
  contact(objectId(34), clientId('client A1')),
  contact(objectId(35), clientId('client of B')),
  contact(objectId(36), 'null'),
  registration(objectId(37), clientId('client A1'), 'a@example.com'),
  registration(objectId(38), clientId('client of B'), 'b@example.com'),
  registration(objectId(39), 'null', 'c@example.com'),
].join('\n')

const formTable = (firstNumber: number, insert: (id: string, user: string) => string): TableUnderTest => ({
  rows: {
    'of client A1': `id = '${objectId(firstNumber)}'`,
    'of client of B': `id = '${objectId(firstNumber + 1)}'`,
    'of a visitor': `id = '${objectId(firstNumber + 2)}'`,
  },
  changes: {
    rewrite: "email = 'rewritten@example.com' || id, created_at = clock_timestamp()",
    'give to another person': `user_id = '${cast.partner.id}'`,
  },
  inserts: {
    'of their own': { sql: insert(objectId(40), me) },
    'without an owner': { sql: insert(objectId(40), 'null') },
    'of another': { sql: insert(objectId(40), `'${cast['banned admin of A'].id}'`) },
  },
})

/** The tables of this file. */
export const letterTables: Record<string, TableUnderTest> = {
  partnership_applications: formTable(31, application),
  contact_requests: formTable(34, contact),
  webinar_registrations: formTable(37, (id, user) => registration(id, user, 'new@example.com')),
}
