import { cast, type Name, objectId, studios } from './cast.ts'
import { testRows } from './rows.ts'
import type { RowToInsert, TableUnderTest } from './table.ts'

// Work at a studio: tasks, check-ins and conversations with the assistant.

const { alpha, beta } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`
const { booking } = testRows

// The project of client A1, who can see the tasks of the project.
const project = `'${objectId(51)}'`
const task = (id: string, studio: string, by: string, to: string, about = 'null') => `insert into tasks
  (id, studio_id, title, created_by, assigned_to, project_id)
  values ('${id}', '${studio}', 'Coil the cables', ${by}, ${to}, ${about});`
const checkin = (
  id: string,
  studio: string,
  client: string,
  by: string,
  session: string | null,
) => `insert into client_checkins
  (id, studio_id, client_id, checked_in_by, booking_id, check_in_time)
  values ('${id}', '${studio}', ${client}, ${by}, ${session === null ? 'null' : `'${session}'`}, now());`
/** A visit that is over. The same person checked the client in and out. */
const checkedOut = (id: string, studio: string, client: string, by: string) => `insert into client_checkins
  (id, studio_id, client_id, checked_in_by, check_in_time, check_out_time, checked_out_by)
  values ('${id}', '${studio}', ${client}, ${by}, now(), now(), ${by});`
const message = (studio: string, user: string, id = 'gen_random_uuid()') => `insert into assistant_messages
  (id, studio_id, user_id, role, content) values (${id}, '${studio}', ${user}, 'user', 'When is my next session?');`

/** Inserts the rows as the login role; the bookings exist already. */
export const crewSql = [
  task(objectId(51), alpha, idOf('admin of A'), idOf('crew of A')),
  task(objectId(52), alpha, idOf('crew of A'), idOf('admin of A')),
  task(objectId(53), alpha, idOf('admin of A'), 'null'),
  task(objectId(54), beta, idOf('admin of B'), idOf('crew of B')),
  task(objectId(56), alpha, idOf('admin of A'), 'null', project),
  checkin(objectId(61), alpha, idOf('client A1'), idOf('crew of A'), booking['pending session of client A1']),
  checkin(objectId(62), beta, idOf('client of B'), idOf('crew of B'), null),
  checkedOut(objectId(64), alpha, idOf('client A2'), idOf('crew of A')),
  message(alpha, idOf('client A1'), `'${objectId(71)}'`),
  message(alpha, idOf('client A to B'), `'${objectId(72)}'`),
  message(alpha, idOf('crew of A'), `'${objectId(73)}'`),
  message(beta, idOf('client of B'), `'${objectId(74)}'`),
].join('\n')

const insertOf = (sql: string): RowToInsert => ({ sql })
const tasks: TableUnderTest = {
  rows: {
    'of A, by its admin for its crew': `id = '${objectId(51)}'`,
    'of A, by its crew for its admin': `id = '${objectId(52)}'`,
    'of A, without an assignee': `id = '${objectId(53)}'`,
    'for a project of client A1': `id = '${objectId(56)}'`,
    'of B': `id = '${objectId(54)}'`,
  },
  changes: {
    rename: "title = 'Sort the cables'",
    start: "status = 'in_progress', version = version + 1",
    'give to the super admin': `assigned_to = ${idOf('super admin')}`,
    'change its author': `created_by = ${idOf('partner')}`,
    'move to the closed studio': `studio_id = '${studios.closed}', project_id = null`,
  },
  inserts: {
    'at A': insertOf(task(objectId(55), alpha, me, 'null')),
    'at A in the name of another': insertOf(task(objectId(55), alpha, idOf('partner'), 'null')),
    'at B': insertOf(task(objectId(55), beta, me, 'null')),
    "at A, in the assistant's name": insertOf(`insert into tasks (studio_id, title, created_by, created_by_ai)
      values ('${alpha}', 'Coil the cables', ${me}, true)`),
  },
}

const checkins: TableUnderTest = {
  rows: {
    'of client A1 at A': `id = '${objectId(61)}'`,
    'of client of B at B': `id = '${objectId(62)}'`,
    'of client A2 at A, over': `id = '${objectId(64)}'`,
  },
  changes: {
    'check out': `check_out_time = now() + interval '1 hour', checked_out_by = ${me}`,
    'check out in the name of another': `check_out_time = now() + interval '1 hour', checked_out_by = ${idOf('partner')}`,
    'open again': 'check_out_time = null, checked_out_by = null, version = version + 1',
    'change who checked the client out': `checked_out_by = ${me}, version = version + 1`,
    'rewrite the notes': "notes = 'rewritten'",
    'give it to another client': `client_id = ${idOf('partner')}`,
  },
  inserts: {
    'of client A2 at A': insertOf(checkin(objectId(63), alpha, idOf('client A2'), me, null)),
    'of client A2 at A in the name of another': insertOf(
      checkin(objectId(63), alpha, idOf('client A2'), idOf('partner'), null),
    ),
    'of client A to B at B': insertOf(checkin(objectId(63), beta, idOf('client A to B'), me, null)),
    'one that is already checked out': insertOf(`insert into client_checkins
      (studio_id, client_id, checked_in_by, check_in_time, check_out_time)
      values ('${alpha}', ${idOf('client A2')}, ${me}, now(), now())`),
  },
}

const messages: TableUnderTest = {
  rows: {
    'of client A1': `id = '${objectId(71)}'`,
    'at A of client A to B': `id = '${objectId(72)}'`,
    'of crew of A': `id = '${objectId(73)}'`,
    'of client of B': `id = '${objectId(74)}'`,
  },
  changes: { rewrite: "content = 'rewritten'", 'give to another person': `user_id = ${idOf('partner')}` },
  inserts: {
    'at A for themselves': insertOf(message(alpha, me)),
    'at B for themselves': insertOf(message(beta, me)),
    'at A in the name of client A2': insertOf(message(alpha, idOf('client A2'))),
  },
}

/** The tables of this file. */
export const crewTables: Record<string, TableUnderTest> = {
  tasks,
  client_checkins: checkins,
  assistant_messages: messages,
}
