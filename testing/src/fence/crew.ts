import { cast, type Name, studios, thing } from './cast.ts'
import { things } from './rows.ts'
import type { Make, TableUnderTest } from './table.ts'

// Work at a studio: tasks, check-ins and conversations with the assistant.

const { alpha, beta } = studios
const me = `coalesce(app.user_id(), '${cast.newcomer.id}')`
const idOf = (name: Name) => `'${cast[name].id}'`
const { booking } = things

// The project of client A1, who can see its tasks.
const project = `'${thing(51)}'`
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
const message = (studio: string, user: string, id = 'gen_random_uuid()') => `insert into assistant_messages
  (id, studio_id, user_id, role, content) values (${id}, '${studio}', ${user}, 'user', 'When is my next session?');`

/** Inserts the rows with the rights of the login; the bookings exist already. */
export const crewSql = [
  task(thing(51), alpha, idOf('admin of A'), idOf('crew of A')),
  task(thing(52), alpha, idOf('crew of A'), idOf('admin of A')),
  task(thing(53), alpha, idOf('admin of A'), 'null'),
  task(thing(54), beta, idOf('admin of B'), idOf('crew of B')),
  task(thing(56), alpha, idOf('admin of A'), 'null', project),
  checkin(thing(61), alpha, idOf('client A1'), idOf('crew of A'), booking['pending session of client A1']),
  checkin(thing(62), beta, idOf('client of B'), idOf('crew of B'), null),
  message(alpha, idOf('client A1'), `'${thing(71)}'`),
  message(alpha, idOf('client A to B'), `'${thing(72)}'`),
  message(alpha, idOf('crew of A'), `'${thing(73)}'`),
  message(beta, idOf('client of B'), `'${thing(74)}'`),
].join('\n')

const making = (sql: string): Make => ({ sql })
const tasks: TableUnderTest = {
  rows: {
    'of A, by its admin for its crew': `id = '${thing(51)}'`,
    'of A, by its crew for its admin': `id = '${thing(52)}'`,
    "of A, nobody's": `id = '${thing(53)}'`,
    'for a project of client A1': `id = '${thing(56)}'`,
    'of B': `id = '${thing(54)}'`,
  },
  changes: {
    rename: "title = 'Sort the cables'",
    start: "status = 'in_progress', version = version + 1",
    'give to the super admin': `assigned_to = ${idOf('super admin')}`,
    'say who made it': `created_by = ${idOf('partner')}`,
    'move to the closed studio': `studio_id = '${studios.closed}', project_id = null`,
  },
  makes: {
    'at A': making(task(thing(55), alpha, me, 'null')),
    'at A in the name of another': making(task(thing(55), alpha, idOf('partner'), 'null')),
    'at B': making(task(thing(55), beta, me, 'null')),
    'at A, as if the assistant had': making(`insert into tasks (studio_id, title, created_by, created_by_ai)
      values ('${alpha}', 'Coil the cables', ${me}, true)`),
  },
}

const checkins: TableUnderTest = {
  rows: { 'of client A1 at A': `id = '${thing(61)}'`, 'of client of B at B': `id = '${thing(62)}'` },
  changes: {
    'check out': `check_out_time = now() + interval '1 hour', checked_out_by = ${me}`,
    'check out in the name of another': `check_out_time = now() + interval '1 hour', checked_out_by = ${idOf('partner')}`,
    'say who stood at the door': `checked_out_by = ${me}`,
    'rewrite the notes': "notes = 'rewritten'",
    "make it another client's": `client_id = ${idOf('partner')}`,
  },
  makes: {
    'of client A2 at A': making(checkin(thing(63), alpha, idOf('client A2'), me, null)),
    'of client A2 at A in the name of another': making(
      checkin(thing(63), alpha, idOf('client A2'), idOf('partner'), null),
    ),
    'of client A to B at B': making(checkin(thing(63), beta, idOf('client A to B'), me, null)),
    'one that has left already': making(`insert into client_checkins
      (studio_id, client_id, checked_in_by, check_in_time, check_out_time)
      values ('${alpha}', ${idOf('client A2')}, ${me}, now(), now())`),
  },
}

const messages: TableUnderTest = {
  rows: {
    'of client A1': `id = '${thing(71)}'`,
    'at A of client A to B': `id = '${thing(72)}'`,
    'of crew of A': `id = '${thing(73)}'`,
    'of client of B': `id = '${thing(74)}'`,
  },
  changes: { rewrite: "content = 'rewritten'", 'put on another': `user_id = ${idOf('partner')}` },
  makes: {
    'at A for oneself': making(message(alpha, me)),
    'at B for oneself': making(message(beta, me)),
    'at A in the name of client A2': making(message(alpha, idOf('client A2'))),
  },
}

/** The tables of this file. */
export const crewTables: Record<string, TableUnderTest> = {
  tasks,
  client_checkins: checkins,
  assistant_messages: messages,
}
