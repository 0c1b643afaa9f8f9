import { apiKeyTables } from './api-keys.ts'
import { auditTables } from './audit.ts'
import { calendarTables } from './calendars.ts'
import { buildEmail, cast, type Name, studios, userWithoutProfile } from './cast.ts'
import { calendarFunctionCalls, connectedCalendarTables } from './connected-calendars.ts'
import { conversationTables } from './conversations.ts'
import { crewTables } from './crew.ts'
import { discountTables } from './discounts.ts'
import { invoiceTables, moneyFunctionCalls } from './invoices.ts'
import { legalTextTables } from './legal-texts.ts'
import { letterTables } from './letters.ts'
import { noticeTables } from './notices.ts'
import { operatorTables } from './operators.ts'
import { packageTables } from './packages.ts'
import { peopleTables } from './people.ts'
import { planTables } from './plans.ts'
import { pushFunctionCalls, pushTables } from './push.ts'
import { roleRows, testRows } from './rows.ts'
import { sessionTables } from './sessions.ts'
import { studioExportTables } from './studio-exports.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'
import { termsTables } from './terms.ts'
import { webhookTables } from './webhooks.ts'
import { workTables } from './works.ts'

const { alpha, beta, approving, closed, draft } = studios
// Visitors have no id, so their statements use the id of the newcomer.
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`

const forStudios = (rowFor: (studio: string) => RowToInsert): Record<string, RowToInsert> => ({
  'for A': rowFor(alpha),
  'for B': rowFor(beta),
})

const profiles: TableUnderTest = {
  rows: Object.fromEntries(Object.entries(cast).map(([name, { id }]) => [name, `id = '${id}'`])),
  changes: {
    rename: "full_name = 'Somebody Else'",
    'remove the picture': "avatar_source = 'none'",
    'change when it was created': "created_at = '2000-01-01'",
  },
  inserts: { 'for a new account': { sql: `insert into profiles (id) values ('${userWithoutProfile}')` } },
}

const newStudio = (owner: string) => ({
  sql: `insert into studios (name, slug, type, created_by) values ('New', 'new-studio', 'photo', ${owner})`,
})
const studiosTable: TableUnderTest = {
  rows: {
    A: `id = '${alpha}'`,
    B: `id = '${beta}'`,
    'the closed one': `id = '${closed}'`,
    'the one being founded': `id = '${draft}'`,
  },
  changes: {
    rename: "name = 'Renamed'",
    'open or close': 'is_active = not is_active',
    deactivate: 'is_active = false, suspended_at = clock_timestamp()',
    'give a new slug': "slug = 'new-address-' || left(slug, 4)",
    'set the domain': "custom_domain = 'stolen-' || left(slug, 4) || '.example.com', domain_token = 'mine'",
    'prove the domain':
      "custom_domain = coalesce(custom_domain, slug || '.example.com'), domain_verified_at = clock_timestamp()",
    'change the branding': `tagline = 'Changed', brand_colors = '{"text": "0 0% 1%"}', fonts = '{}', logo_url = '/x',
      favicon_url = '/x', hero_image_url = '/x', background_image_url = '/x', voice_setting = 'playful', version = 9`,
    'set the time zone and the currency': "timezone = 'Asia/Tokyo', currency = 'JPY'",
    'set the rules of booking': `min_notice_minutes = 60, booking_horizon_days = 30, cancellation_cutoff_hours = 1,
      cancellation_policy = '{"steps": [], "late_percent": 9, "no_show_percent": 9}', taxes = '{"prices_include_tax": true, "rates": []}',
      open_requests_max = 9, hours_ahead_max = 9, series_sessions_max = 9, reminder_hours = '{3}', text_hours = '{3}',
      follow_up_hours = 3, review_url = 'https://a.example'`,
    'take over': `created_by = '${userWithoutProfile}'`,
  },
  inserts: {
    'of their own': newStudio(me),
    'in the name of another': newStudio(idOf('admin of B')),
    'without an owner': newStudio('null'),
  },
}

const newSlug = (studio: string) => ({
  sql: `insert into studio_slugs (slug, studio_id) values ('another', '${studio}')`,
})
const studioSlugs: TableUnderTest = {
  rows: { 'of A': "slug = 'alpha'", 'former, of A': "slug = 'alpha-former'", 'of B': "slug = 'beta'" },
  changes: { 'take to the closed studio': `studio_id = '${closed}'` },
  inserts: { ...forStudios(newSlug), 'for the studio being founded': newSlug(draft) },
}

type NewRole = { user?: string; role: string; studio?: string | null; status?: string; removed?: true }
function newRole({ user = me, role, studio = null, status = 'active', removed }: NewRole): RowToInsert {
  const studioId = studio === null ? 'null' : `'${studio}'`
  return {
    clear: `delete from user_roles where user_id = ${user} and role = '${role}' and studio_id is not distinct from ${studioId}`,
    sql: `insert into user_roles (user_id, role, studio_id, status, removed_at)
      values (${user}, '${role}', ${studioId}, '${status}', ${removed ? 'now()' : 'null'})`,
  }
}
const otherUser = `'${userWithoutProfile}'`
const isCrew = "role = 'staff' and status = 'active'"
const userRoles: TableUnderTest = {
  rows: roleRows,
  changes: {
    activate: "status = 'active', activated_at = clock_timestamp()",
    close: "status = 'inactive', requested_at = clock_timestamp()",
    'ask again': "status = 'pending', requested_at = clock_timestamp()",
    remove: `status = 'inactive', removed_at = clock_timestamp(), removed_by = ${me}`,
    // Rows that cannot be at the desk get another value in another column, so that every row changes.
    'add or remove the desk': `at_desk = (${isCrew} and not at_desk),
      requested_at = case when ${isCrew} then requested_at else clock_timestamp() end`,
    'take back': "status = 'active', activated_at = clock_timestamp(), removed_at = null, removed_by = null",
    'make super admin': "role = 'super_admin', studio_id = null, activated_at = clock_timestamp()",
    'move to the closed studio': `role = 'staff', studio_id = '${closed}'`,
    'give to another account': `user_id = '${userWithoutProfile}'`,
  },
  inserts: {
    'client of A, active, for themselves': newRole({ role: 'client', studio: alpha }),
    'client of A, pending, for themselves': newRole({ role: 'client', studio: alpha, status: 'pending' }),
    'client where clients are approved, active, for themselves': newRole({ role: 'client', studio: approving }),
    'client where clients are approved, pending, for themselves': newRole({
      role: 'client',
      studio: approving,
      status: 'pending',
    }),
    'client of A, closed, for themselves': newRole({ role: 'client', studio: alpha, status: 'inactive' }),
    'client of A, removed at creation, for themselves': newRole({ role: 'client', studio: alpha, removed: true }),
    'client of the closed studio, for themselves': newRole({ role: 'client', studio: closed }),
    'client of no studio, for themselves': newRole({ role: 'client' }),
    'crew of A, pending, for themselves': newRole({ role: 'staff', studio: alpha, status: 'pending' }),
    'crew of A, active, for themselves': newRole({ role: 'staff', studio: alpha }),
    'crew of the closed studio, pending, for themselves': newRole({ role: 'staff', studio: closed, status: 'pending' }),
    'admin of A, for themselves': newRole({ role: 'studio_admin', studio: alpha }),
    'admin of A, pending, for themselves': newRole({ role: 'studio_admin', studio: alpha, status: 'pending' }),
    'admin of the studio being founded, for themselves': newRole({ role: 'studio_admin', studio: draft }),
    'partner, active, for themselves': newRole({ role: 'partner' }),
    'partner, pending, for themselves': newRole({ role: 'partner', status: 'pending' }),
    'super admin, for themselves': newRole({ role: 'super_admin' }),
    'super admin, pending, for themselves': newRole({ role: 'super_admin', status: 'pending' }),
    'client of A, another': newRole({ user: otherUser, role: 'client', studio: alpha }),
    'client of B, another': newRole({ user: otherUser, role: 'client', studio: beta }),
    'crew of A, another': newRole({ user: otherUser, role: 'staff', studio: alpha }),
    'crew of A, pending, another': newRole({ user: otherUser, role: 'staff', studio: alpha, status: 'pending' }),
    'admin of A, another': newRole({ user: otherUser, role: 'studio_admin', studio: alpha }),
    'admin of the studio being founded, another': newRole({ user: otherUser, role: 'studio_admin', studio: draft }),
    'partner, another': newRole({ user: otherUser, role: 'partner' }),
    'super admin, another': newRole({ user: otherUser, role: 'super_admin' }),
  },
}

const ofA = { 'of A': `studio_id = '${alpha}'` }
const ofEach = { ...ofA, 'of B': `studio_id = '${beta}'` }

const subscriptions: TableUnderTest = {
  rows: ofEach,
  changes: {
    upgrade: "tier = 'enterprise'",
    extend: "current_period_end = '2099-01-01'",
    'change who pays': "stripe_customer_id = 'cus_' || studio_id",
    'move to the closed studio': `studio_id = '${closed}'`,
  },
  inserts: {
    ...forStudios((studio) => ({
      clear: `delete from studio_subscriptions where studio_id = '${studio}'`,
      sql: `insert into studio_subscriptions (studio_id, tier, status, current_period_start, current_period_end)
        values ('${studio}', 'enterprise', 'active', now(), now() + interval '1 year')`,
    })),
  },
}

const services: TableUnderTest = {
  rows: { 'of A': `studio_id = '${alpha}' and key = 'recording'`, 'of B': `studio_id = '${beta}'` },
  changes: { relabel: "label = 'Relabelled'", 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: forStudios((studio) => ({
    sql: `insert into studio_services (studio_id, key, label, position, default_minutes) values ('${studio}', 'mixing', 'Mixing', 1, 60)`,
  })),
}

const pictures: TableUnderTest = {
  rows: {
    'of a service of A': `studio_id = '${alpha}' and service_key = 'rehearsal'`,
    'of a room of A': `resource_id = '${testRows.room.alpha}'`,
    'of a person of A': `resource_id = '${testRows.engineer}'`,
    'of B': `studio_id = '${beta}'`,
  },
  changes: {
    describe: "alt = 'Described'",
    'change the file': "url = '/stolen'",
  },
  inserts: forStudios((studio) => ({
    sql: `insert into pictures (studio_id, service_key, position, url, small_url) values ('${studio}', 'recording', 9, '/x', '/x')`,
  })),
}

const openingHours: TableUnderTest = {
  rows: ofEach,
  changes: { extend: "closes = '23:00'", 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: forStudios((studio) => ({
    sql: `insert into opening_hours (studio_id, weekday, opens, closes) values ('${studio}', 2, '08:00', '20:00')`,
  })),
}

const resources: TableUnderTest = {
  rows: { 'of A': `id = '${testRows.room.spare}'`, 'of B': `id = '${testRows.room.spareOfBeta}'` },
  changes: { rename: "name = 'Renamed'", 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: forStudios((studio) => ({
    sql: `insert into resources (studio_id, kind, name, position) values ('${studio}', 'room', 'Room', 9)`,
  })),
}

const ownHours = (resource: string, studio: string): RowToInsert => ({
  sql: `insert into resource_hours (resource_id, studio_id, weekday, opens, closes) values ('${resource}', '${studio}', 2, '08:00', '20:00')`,
})
const resourceHours: TableUnderTest = {
  rows: ofEach,
  changes: { extend: "closes = '23:00'", 'move to another day': 'weekday = 3' },
  inserts: {
    'for A': ownHours(testRows.room.alpha, alpha),
    'for B': ownHours(testRows.room.beta, beta),
  },
}

const newDayOff = (studio: string, resource: string, author = me): RowToInsert => ({
  sql: `insert into days_off (studio_id, resource_id, first_date, last_date, created_by)
    values ('${studio}', '${resource}', '2030-08-01', '2030-08-14', ${author})`,
})
const daysOff: TableUnderTest = {
  rows: {
    'of the crew of A': `studio_id = '${alpha}' and resource_id = '${testRows.engineer}'`,
    'of a freelancer of A': `studio_id = '${alpha}' and resource_id = '${testRows.freelancer}'`,
    'of B': `studio_id = '${beta}'`,
  },
  changes: { extend: "last_date = '2031-01-01'", explain: "note = 'Rewritten'" },
  inserts: {
    'for the crew of A': newDayOff(alpha, testRows.engineer),
    'for a freelancer of A': newDayOff(alpha, testRows.freelancer),
    'for B': newDayOff(beta, testRows.freelancerOfBeta),
    'in the name of another': newDayOff(alpha, testRows.engineer, idOf('admin of B')),
  },
}

const openingExceptions: TableUnderTest = {
  rows: ofEach,
  changes: { explain: "note = 'Rewritten'", 'move to the closed studio': `studio_id = '${closed}'` },
  inserts: forStudios((studio) => ({
    sql: `insert into opening_exceptions (studio_id, date) values ('${studio}', '2030-12-26')`,
  })),
}

const idempotencyKeys: TableUnderTest = {
  rows: {
    'of client A1': `user_id = ${idOf('client A1')}`,
    'of the admin of B': `user_id = ${idOf('admin of B')}`,
  },
  changes: {
    answer: "answer = '{}'",
    'rewrite the question': "fingerprint = 'rewritten'",
    'give to another account': `user_id = '${userWithoutProfile}'`,
  },
  inserts: {
    'of their own': { sql: `insert into idempotency_keys (user_id, key, fingerprint) values (${me}, 'new', 'f')` },
    'of another': {
      sql: `insert into idempotency_keys (user_id, key, fingerprint) values ('${userWithoutProfile}', 'new', 'f')`,
    },
  },
}

/** All tables with tenant data. A table in the catalog but not here fails the test. */
export const tables: Record<string, TableUnderTest> = {
  profiles,
  studios: studiosTable,
  studio_slugs: studioSlugs,
  user_roles: userRoles,
  studio_subscriptions: subscriptions,
  studio_services: services,
  pictures,
  opening_hours: openingHours,
  resources,
  resource_hours: resourceHours,
  opening_exceptions: openingExceptions,
  days_off: daysOff,
  ...sessionTables,
  ...auditTables,
  idempotency_keys: idempotencyKeys,
  ...calendarTables,
  ...planTables,
  ...letterTables,
  ...noticeTables,
  ...workTables,
  ...conversationTables,
  ...crewTables,
  ...apiKeyTables,
  ...webhookTables,
  ...studioExportTables,
  ...connectedCalendarTables,
  ...operatorTables,
  ...pushTables,
  ...discountTables,
  ...termsTables,
  ...invoiceTables,
  ...legalTextTables,
  ...packageTables,
  ...peopleTables,
}

const addressOfCaller = `(case app.user_id() ${Object.entries(cast)
  .map(([name, { id }]) => `when '${id}' then '${buildEmail(name)}'`)
  .join(' ')} else '' end)`
const week = "'2030-06-01', '2030-06-30'"
const year = "'2030-01-01', '2031-01-01'"

/** Results of the functions of the database, per caller. */
export const functionCalls: Record<string, string> = {
  ...moneyFunctionCalls,
  ...pushFunctionCalls,
  'A by its slug': "exists (select from door.public_studio('alpha', null, null))",
  'A by a former slug': "exists (select from door.public_studio('alpha-former', null, null))",
  'A by its id': `exists (select from door.public_studio(null, null, '${alpha}'))`,
  'A by its proven domain': "exists (select from door.public_studio(null, 'alpha.example.com', null))",
  'B by a domain that is not proven': "exists (select from door.public_studio(null, 'beta.example.com', null))",
  'a closed studio by its slug': "exists (select from door.public_studio('closed', null, null))",
  'open studios': `exists (select from door.open_studios(null, null, 100) where id = '${alpha}')`,
  'closed studios among the open ones': `exists (select from door.open_studios(null, null, 100) where id = '${closed}')`,
  'that A takes members': `exists (select from door.takes_members('${alpha}'))`,
  'that a closed studio takes members': `exists (select from door.takes_members('${closed}'))`,
  'the name of A': `door.studio_name('${alpha}') is not null`,
  'one account': 'exists (select from door.account())',
  'the account of another': `exists (select from door.account() where email <> ${addressOfCaller})`,
  'that they may become the first admin of the draft': `door.may_found('${draft}', app.user_id())`,
  'that they may become the first admin of A': `door.may_found('${alpha}', app.user_id())`,
  'the owner of a slug': "door.slug_owner('alpha') is not null",
  'how many sessions A has': `door.live_bookings('${alpha}', ${week}) > 0`,
  'how many sessions B has': `door.live_bookings('${beta}', ${week}) > 0`,
  // In these rows a file on a card has one byte, and a file in a message has a thousand.
  'the bytes of files on cards at A': `(select of_studio from door.file_bytes('${alpha}')) % 1000 > 0`,
  'the bytes of files in messages at A': `(select of_studio from door.file_bytes('${alpha}')) >= 1000`,
  'that the plan of A runs': `door.plan_takes_bookings('${alpha}', now())`,
  'that the plan of a studio without one runs': `door.plan_takes_bookings('${closed}', now())`,
  'when a room of A is on hold': `exists (select from door.holds('{${testRows.room.alpha}}', ${year}))`,
  'when a room of B is held': `exists (select from door.holds('{${testRows.room.beta}}', ${year}))`,
  'when the people of A are off': `exists (select from door.days_off('${alpha}', '2030-06-01'))`,
  'when the people of B are off': `exists (select from door.days_off('${beta}', '2030-06-01'))`,
  'the history of a session of A': `exists (select from door.booking_history('${testRows.booking['confirmed session of client A2']}', null, 9))`,
  'the history of a session of B': `exists (select from door.booking_history('${testRows.booking['pending session at B of client A to B']}', null, 9))`,
  'who at A changed a session': `exists (select from door.booking_history('${testRows.booking['confirmed session of client A2']}', null, 9) where actor_id is not null)`,
  ...Object.fromEntries(
    Object.entries({
      'the services of A': 'json_array_length(services) = 2',
      'the week of A': 'json_array_length(weekly) = 1',
      'when A is closed': 'json_array_length(exceptions) = 1',
      'the rooms of A': 'json_array_length(rooms) = 2',
      'the hours of a room of A': `rooms::text like '%"20:00"%'`,
      'when the rooms of A are taken': 'json_array_length(held) = 2',
    }).map(([about, condition]) => [
      about,
      `exists (select from door.public_offer('alpha', '2030-06-03', '2030-12-26') o
        cross join lateral door.priced_offer(o.id) where ${condition})`,
    ]),
  ),
  'the legal texts of A': `exists (select from door.legal_texts('${alpha}') where text = 'Alpha')`,
  'the current terms of A': `exists (select from door.legal_texts('${alpha}') where kind = 'terms' and version = 2)`,
  'the old terms of A': `exists (select from door.legal_texts('${alpha}') where version = 1)`,
  'the terms of a closed studio': `exists (select from door.legal_texts('${closed}') where kind = 'terms')`,
  'the legal texts of the platform': "exists (select from door.legal_texts(null) where text = 'Platform')",
  'the rooms of A by name': "exists (select from door.public_pictures('alpha') where rooms::text like '%Studio A%')",
  'the pictures of A':
    "exists (select from door.public_pictures('alpha') where rooms::text like '%/live-room%' and services::text like '%/desk%')",
  'the rooms of a closed studio by name': "exists (select from door.public_pictures('closed'))",
  'what a closed studio offers': "exists (select from door.public_offer('closed', '2030-06-03', '2030-06-03'))",
  'when a person of a service of A is free': `exists (select from door.people_of_service('${alpha}', 'rehearsal', '2030-06-03', '2030-06-03')
    where json_array_length(people) = 1 and json_array_length(held) = 1)`,
  ...calendarFunctionCalls,
  'that A has webhooks': `app.has_webhooks('${alpha}')`,
  'who runs A': `exists (select from door.admins_of('${alpha}') as person where person = '${cast['admin of A'].id}')`,
  'the role of a client at A': `door.place_at('${cast['client A1'].id}', '${alpha}') = 'client'`,
  'the author of a notification': 'exists (select from notices where door.notice_actor(id) is not null)',
  'who works at A': `exists (select from door.names_at('${alpha}') where is_active)`,
  'who works at B': `exists (select from door.names_at('${beta}') where is_active)`,
  'who has an account': 'exists (select from door.people(null, null, null, null, 1))',
  'the dates when people joined': 'exists (select from door.arrivals())',
  'the actor of a session': `exists (select from door.actor('${cast['client A1'].session}'))`,
}
