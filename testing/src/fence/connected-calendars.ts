import { cast, objectId, studios } from './cast.ts'
import { testRows } from './rows.ts'
import type { TableUnderTest } from './table.ts'

const { alpha, beta } = studios

const ofCrew = objectId(951)
const ofRoom = objectId(952)
const ofBeta = objectId(953)
const grantOfCrew = objectId(955)
const grantOfBeta = objectId(956)
const year = "'2030-01-01', '2031-01-01'"

type Owner = { id: string; studio: string; resource: string; owner: string }
const calendar = ({ id, studio, resource, owner }: Owner) =>
  `insert into connected_calendars (id, studio_id, resource_id, owner_id, label, secret, host, next_at)
  values ('${id}', '${studio}', '${resource}', '${owner}', 'Private', 'sealed', 'calendar.example', now());`
const time = (calendar_id: string, studio: string, resource: string, title: string) =>
  `insert into calendar_times (calendar_id, studio_id, resource_id, during, title)
  values ('${calendar_id}', '${studio}', '${resource}', '[2030-06-03 10:00+00, 2030-06-03 11:00+00)', '${title}');`

const copy = (calendar_id: string, studio: string, resource: string) =>
  `insert into calendar_copies (calendar_id, studio_id, resource_id, booking_id, object, version, starts_at, ends_at, content, outside_at)
  values ('${calendar_id}', '${studio}', '${resource}', gen_random_uuid(), 'hash', 1, '2030-06-03 10:00+00', '2030-06-03 11:00+00',
    'text', now());`

const grant = ({ id, studio, resource, owner }: Owner) =>
  `insert into calendar_grants (id, studio_id, resource_id, owner_id, kind, account, secret, started_at)
  values ('${id}', '${studio}', '${resource}', '${owner}', 'google', 'sam@gmail.example', 'sealed', now());`

const atAlpha = { studio: alpha, resource: testRows.engineer, owner: cast['crew of A'].id }
const atBeta = { studio: beta, resource: testRows.room.beta, owner: cast['admin of B'].id }

/** Inserts the rows as the login role. */
export const connectedCalendarsSql = [
  calendar({ id: ofCrew, ...atAlpha }),
  calendar({ id: ofRoom, studio: alpha, resource: testRows.room.alpha, owner: cast['admin of A'].id }),
  calendar({ id: ofBeta, ...atBeta }),
  time(ofCrew, alpha, testRows.engineer, 'Dentist'),
  time(ofRoom, alpha, testRows.room.alpha, 'Wedding'),
  time(ofBeta, beta, testRows.room.beta, 'Meeting'),
  copy(ofCrew, alpha, testRows.engineer),
  grant({ id: grantOfCrew, ...atAlpha }),
  grant({ id: grantOfBeta, ...atBeta }),
  copy(ofBeta, beta, testRows.room.beta),
].join('\n')

/** The tables of this file. */
export const connectedCalendarTables: Record<string, TableUnderTest> = {
  connected_calendars: {
    rows: { 'of the crew of A': `id = '${ofCrew}'`, 'of a room of A': `id = '${ofRoom}'`, 'of B': `id = '${ofBeta}'` },
    changes: {
      rename: "label = 'Rewritten'",
      'replace the address': "secret = 'other'",
      'read the address': 'label = secret',
    },
    inserts: {
      'at A': { sql: calendar({ id: objectId(954), ...atAlpha }) },
      'at B': { sql: calendar({ id: objectId(954), ...atBeta }) },
    },
  },
  calendar_grants: {
    rows: { 'of the crew of A': `id = '${grantOfCrew}'`, 'of B': `id = '${grantOfBeta}'` },
    changes: { 'name another account': "account = 'other@gmail.example'", 'replace the tokens': "secret = 'other'" },
    inserts: {
      'at A': { sql: grant({ id: objectId(957), ...atAlpha }) },
      'at B': { sql: grant({ id: objectId(957), ...atBeta }) },
    },
  },
  calendar_copies: {
    rows: { 'of the crew of A': `calendar_id = '${ofCrew}'`, 'of B': `calendar_id = '${ofBeta}'` },
    changes: { 'end the question': 'outside_at = null', 'read the text': 'content = object' },
    inserts: {
      'at A': { sql: copy(ofCrew, alpha, testRows.engineer) },
      'at B': { sql: copy(ofBeta, beta, testRows.room.beta) },
    },
  },
  calendar_times: {
    rows: {
      'of the crew of A': `calendar_id = '${ofCrew}'`,
      'of a room of A': `calendar_id = '${ofRoom}'`,
      'of B': `calendar_id = '${ofBeta}'`,
    },
    changes: { explain: "title = 'Rewritten'" },
    inserts: {
      'at A': { sql: time(ofCrew, alpha, testRows.engineer, 'New') },
      'at B': { sql: time(ofBeta, beta, testRows.room.beta, 'New') },
    },
  },
}

/** Results of the functions about calendars, per caller. */
export const calendarFunctionCalls: Record<string, string> = {
  'when calendars of A are busy': `exists (select from door.calendar_times('${alpha}', ${year}))`,
  'when calendars of B are busy': `exists (select from door.calendar_times('${beta}', ${year}))`,
  'when calendars of rooms of A are busy': `(select json_array_length(calendar) from door.public_calendar_times('${alpha}', '2030-06-03', '2030-06-03')) = 1`,
}
