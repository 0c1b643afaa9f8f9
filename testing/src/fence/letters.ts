import { cast, thing } from './cast.ts'
import type { TableUnderTest } from './table.ts'

// Forms of the public pages: rows of the platform, readable only by operators and their authors.

const me = 'app.user_id()'
const of = (name: 'client A1' | 'client of B') => `'${cast[name].id}'`
const application = (id: string, user: string) => `insert into partnership_applications
  (id, "companyName", "contactName", email, phone, "partnershipType", message, user_id, created_at)
  values ('${id}', 'Company', 'Contact', 'contact@example.com', '+49 30 1', 'other', 'Hello', ${user}, now());`
const contact = (id: string, user: string) => `insert into contact_requests
  (id, name, email, topic, message, user_id, created_at)
  values ('${id}', 'Contact', 'contact@example.com', 'demo', 'Hello', ${user}, now());`
const registration = (id: string, user: string, email: string) => `insert into webinar_registrations
  (id, webinar, email, starts_at, user_id, created_at)
  values ('${id}', 'first-week', '${email}', '2030-01-01 17:00Z', ${user}, now());`

/** Inserts one row per form for a client of each studio and for a visitor, with the rights of the login. */
export const lettersSql = [
  application(thing(31), of('client A1')),
  application(thing(32), of('client of B')),
  application(thing(33), 'null'),
  contact(thing(34), of('client A1')),
  contact(thing(35), of('client of B')),
  contact(thing(36), 'null'),
  registration(thing(37), of('client A1'), 'a@example.com'),
  registration(thing(38), of('client of B'), 'b@example.com'),
  registration(thing(39), 'null', 'c@example.com'),
].join('\n')

const letters = (first: number, write: (id: string, user: string) => string): TableUnderTest => ({
  rows: {
    'of client A1': `id = '${thing(first)}'`,
    'of client of B': `id = '${thing(first + 1)}'`,
    'of a visitor': `id = '${thing(first + 2)}'`,
  },
  changes: {
    rewrite: "email = 'rewritten@example.com' || id, created_at = clock_timestamp()",
    'put on another': `user_id = '${cast.partner.id}'`,
  },
  makes: {
    'of their own': { sql: write(thing(40), me) },
    'of nobody': { sql: write(thing(40), 'null') },
    'of another': { sql: write(thing(40), `'${cast['banned admin of A'].id}'`) },
  },
})

/** The tables of this file. */
export const letterTables: Record<string, TableUnderTest> = {
  partnership_applications: letters(31, application),
  contact_requests: letters(34, contact),
  webinar_registrations: letters(37, (id, user) => registration(id, user, 'new@example.com')),
}
