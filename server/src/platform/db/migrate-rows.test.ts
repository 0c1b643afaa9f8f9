import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../process/log.ts'
import type { Engine } from './engine.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openEngine } from './open.ts'

// The effect of a migration on existing rows.

const all = readMigrations()
const idOf = (letter: string) => `00000000-0000-4000-8000-00000000000${letter}`
const [client, admin, usual, patient] = [idOf('1'), idOf('2'), idOf('3'), idOf('4')]

/**
 * Two people and two studios: one with default settings, one with two hours' notice and requests that expire after two days.
 */
const people = `
  insert into auth.users (id, email, created_at, updated_at) values
    ('${client}', 'cleo@example.com', now(), now()), ('${admin}', 'ada@example.com', now(), now());
  insert into profiles (id, full_name) values ('${client}', 'Cleo Marsh'), ('${admin}', 'Ada Stone');
  insert into studios (id, name, slug, type, min_notice_minutes) values
    ('${usual}', 'Usual', 'usual', 'recording', 0), ('${patient}', 'Patient', 'patient', 'recording', 120);`

type Session = { id: string; starts: string; by?: string; status?: string; studio?: string; series?: string }
const sessions = (rows: Session[]) => `
  insert into bookings (id, studio_id, client_id, created_by, status, cancelled_at, booking_type, service_type, booking_date,
    start_time, end_time, starts_at, ends_at, series_id)
  select id, studio_id, '${client}', created_by, status, case status when 'cancelled' then now() end, 'client_booking',
    'recording', '2026-12-01', '10:00', '11:00', now() + starts, now() + starts + interval '1 hour', series_id
  from (values ${rows.map(valuesOf).join(', ')}) as session (id, studio_id, created_by, status, starts, series_id);`
const valuesOf = ({ id, starts, by = client, status = 'pending', studio = usual, series }: Session) =>
  `('${id}'::uuid, '${studio}'::uuid, '${by}'::uuid, '${status}', interval '${starts}', ${series ? `'${series}'::uuid` : 'null::uuid'})`

/** Inserts `rows` right before the migration `before`, runs all migrations from there on, and then `work`. */
async function migrateRows(before: string, rows: string, work: (engine: Engine) => Promise<void>) {
  const installation = await aServerEnvironment()
  const engine = await openEngine(readConfig(installation.environment), createLog('silent'))
  try {
    const until = all.findIndex(({ name }) => name === before)
    expect(until).toBeGreaterThan(0)
    await migrate(engine, all.slice(0, until))
    await engine.script(rows)
    await migrate(engine)
    await work(engine)
  } finally {
    await engine.close()
    await installation.remove()
  }
}

test("clients' requests that never expired get the expiry of a new request", async () => {
  const setExpiry = "update bookings set expires_at = '2030-01-01T00:00Z' where id ="
  const rows = sessions([
    { id: idOf('a'), starts: '10 days' },
    { id: idOf('b'), starts: '10 hours' },
    { id: idOf('c'), starts: '10 minutes' },
    { id: idOf('d'), starts: '-10 days' },
    { id: idOf('e'), starts: '10 days', studio: patient },
    { id: idOf('f'), starts: '10 hours', studio: patient },
    { id: '10000000-0000-4000-8000-000000000000', starts: '10 days', by: admin },
    { id: '20000000-0000-4000-8000-000000000000', starts: '10 days', status: 'confirmed' },
    { id: '30000000-0000-4000-8000-000000000000', starts: '10 days', status: 'cancelled' },
    { id: '40000000-0000-4000-8000-000000000000', starts: '10 days' },
  ])
  const settings = `update studios set request_expiry_hours = 48 where id = '${patient}';`
  const rowsBefore = `${people}${settings}${rows}${setExpiry} '40000000-0000-4000-8000-000000000000';`
  await migrateRows('0052_old_requests_expire', rowsBefore, async (engine) => {
    const expiries = await engine.execute(`
      select left(id::text, 1) || right(id::text, 1) as id, version,
        case when expires_at = '2030-01-01T00:00Z' then 'as it was'
          when starts_at - expires_at between '0 minutes' and '3 hours' then 'before its start: ' || (starts_at - expires_at)
          else 'from now: ' || round(extract(epoch from expires_at - now()) / 1800) / 2 || ' hours' end as expires
      from bookings order by bookings.id`)
    expect(expiries.rows.map(({ id, version, expires }) => [id, version, expires])).toEqual([
      ['0a', 1, expect.stringMatching(/^from now: 24\.0+ hours$/)],
      ['0b', 1, 'before its start: 00:00:00'],
      ['0c', 1, expect.stringMatching(/^from now: 0\.50* hours$/)],
      ['0d', 1, expect.stringMatching(/^from now: 0\.50* hours$/)],
      ['0e', 1, expect.stringMatching(/^from now: 48\.0+ hours$/)],
      ['0f', 1, 'before its start: 02:00:00'],
      ['10', 1, null],
      ['20', 1, null],
      ['30', 1, null],
      ['40', 1, 'as it was'],
    ])
  })
})

test('emails without a list of sessions get as many sessions as they announced', async () => {
  const [series, other] = [idOf('8'), idOf('9')]
  const [first, second, third, alone, elsewhere] = ['a', 'b', 'c', 'd', 'e'].map(idOf)
  const aSeries = (id: string) =>
    `('${id}', '${usual}', '${client}', '${client}', 'client_booking', 'recording', 'FREQ=WEEKLY;COUNT=3', '2026-12-01', '10:00', '11:00')`
  // The order of the ids is not the order of the sessions.
  const rows = sessions([
    { id: String(third), starts: '1 day', series },
    { id: String(first), starts: '2 days', series },
    { id: String(second), starts: '3 days', series },
    { id: String(elsewhere), starts: '2 days', series: other },
    { id: String(alone), starts: '2 days' },
  ])
  const mail = (booking: string | undefined, version: number, count: number) =>
    `('${usual}', '${booking}', '${client}', 'moved', ${version}, now(), ${count})`
  const mails = [mail(third, 1, 3), mail(third, 2, 2), mail(first, 3, 2), mail(first, 4, 1), mail(second, 5, 9)]
  const rowsBefore = `${people}
    insert into booking_series (id, studio_id, client_id, created_by, booking_type, service_type, rrule, first_date, start_time,
      end_time) values ${aSeries(series)}, ${aSeries(other)};
    ${rows}
    insert into booking_messages (studio_id, booking_id, user_id, kind, version, starts_at, sessions)
      values ${mails.join(', ')}, ${mail(alone, 6, 1)};`
  await migrateRows('0044_sessions_of_messages', rowsBefore, async (engine) => {
    const lists = await engine.execute('select session_ids from booking_messages order by version')
    expect(lists.rows.map(({ session_ids }) => session_ids)).toEqual([
      [third, first, second],
      [third, first],
      [first, second],
      [first],
      [second],
      [alone],
    ])
  })
})

test('studios get the country of their time zone', async () => {
  const zones = ['Europe/Amsterdam', 'America/Argentina/Buenos_Aires', 'UTC']
  const rows = zones.map(
    (zone, at) => `('${idOf(String(at + 5))}', 'Studio ${at}', 'studio-${at}', 'recording', '${zone}')`,
  )
  const rowsBefore = `insert into studios (id, name, slug, type, timezone) values ${rows.join(', ')};`
  await migrateRows('0094_country', rowsBefore, async (engine) => {
    const { rows: studios } = await engine.execute('select timezone, country from studios order by slug')
    expect(studios.map(({ timezone, country }) => [timezone, country])).toEqual([
      ['Europe/Amsterdam', 'NL'],
      ['America/Argentina/Buenos_Aires', 'AR'],
      ['UTC', null],
    ])
  })
})
