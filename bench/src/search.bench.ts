/**
 * The search of one studio at size: `npm run bench -- search [rows] [rounds]`. The studio has that many clients,
 * bookings, projects and cards each, and another studio as many clients. Runs on the product's PostgreSQL and on the
 * oldest supported one; ends with 1 if the slowest text takes too long.
 */
import { randomBytes } from 'node:crypto'
import { aDeskPerson, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import pg from 'pg'
import { openCaller, quantile } from './contest.ts'

const [rows = '100000', rounds = '40'] = process.argv.slice(2)
const MEDIAN_MS_MAX = 50

const firstNames =
  'Anna Andrew Ben Carla David Émile Fatima Greta Hugo Ines Jonas Klara Luís Maria Nora Omar Priya'.split(' ')
const lastNames =
  'Adler Bauer Costa Dubois Evans Fischer Garcia Haas Ito Jensen Kowalski Lopez Müller Novak Okafor'.split(' ')
const titleWords =
  'Album Single Podcast Trailer Jingle Score Interview Mix Master Voice Drums Strings Harbor Summer'.split(' ')

// Foreign keys and triggers are skipped for speed.
const seed = `
  set session_replication_role = replica;
  create temp table words as select $1::text[] as first, $2::text[] as last, $3::text[] as things;
  insert into client_records (studio_id, id, name, email, phone)
    select s.id, gen_random_uuid(), first[1 + n % cardinality(first)] || ' ' || last[1 + n / 7 % cardinality(last)] || ' ' || to_hex(n),
      'person' || n || '@' || s.slug || '.example', '+31 20 ' || (1000000 + n)
    from generate_series(1, $5) n, studios s, words;
  create temp table seeded as
    select id, row_number() over (order by id)::int as n from client_records where studio_id = $4 and email like 'person%';
  insert into bookings (id, studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at, service_type,
      booking_type, status)
    select gen_random_uuid(), $4, id, day, '10:00', '12:00', day + time '10:00', day + time '12:00',
      case n % 5 when 0 then 'mixing' else 'recording' end, 'client_booking', 'confirmed'
    from (select id, n, current_date - 300 + n % 600 as day from seeded) s;
  insert into projects (id, studio_id, client_id, title, project_type, status, phase, phase_history, updated_at)
    select gen_random_uuid(), $4, id, things[1 + n % cardinality(things)] || ' ' || things[1 + n / 11 % cardinality(things)]
      || ' ' || to_hex(n), 'music', 'active', 'production', '[]', now() - n * interval '1 minute' from seeded, words;
  insert into production_cards (id, studio_id, client_id, project_id, title, phase, phase_history, position, updated_at)
    select gen_random_uuid(), $4, p.client_id, p.id, 'Record ' || p.title, 'production', '[]', row_number() over (),
      p.updated_at from projects p where p.studio_id = $4;
  analyze client_records, bookings, projects, production_cards;`

async function fill(url: string, studio_id: string) {
  const client = new pg.Client(url)
  await client.connect()
  const quote = (list: readonly string[]) => client.escapeLiteral(`{${list.join()}}`)
  const values = [quote(firstNames), quote(lastNames), quote(titleWords), client.escapeLiteral(studio_id), Number(rows)]
  const statements = seed.replaceAll(/\$(\d)/g, (_, number) => String(values[Number(number) - 1]))
  await client.query(statements).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  const { rows: sizes } = await client.query(`select indexrelid::regclass::text as name,
    pg_size_pretty(pg_relation_size(indexrelid)) as size from pg_index where indexrelid::regclass::text like '%by_words'`)
  console.log(`  ${sizes.map(({ name, size }) => `${name} ${size}`).join(', ')}`)
  await client.end()
}

const texts = [
  '',
  'a',
  'an',
  'anna',
  'anna ba',
  'a b',
  'mix',
  'klara mix',
  'muller',
  'person4321',
  'summer',
  're',
  'zzz',
]

async function measure(oldest: boolean): Promise<number> {
  const cluster = await startOwnPostgres({}, { oldest })
  process.env.TEST_DATABASE_URL = cluster.url
  const environment = await aServerEnvironment({ SECRET_KEY: randomBytes(32).toString('hex') })
  const server = await startProcess({ ...environment.environment, NODE_ENV: 'production' })
  const caller = openCaller(server.url, 1)
  let worst = 0
  try {
    const fixture = await aStudio(server)
    await aStudio(server)
    const desk = await aDeskPerson({ url: server.url, database: environment.environment.DATABASE_URL ?? '' }, fixture)
    console.log(`${cluster.version}, ${rows} rows of each kind`)
    await fill(environment.environment.DATABASE_URL ?? '', fixture.studio.id)
    const people: [string, TestUser][] = [
      ['admin', fixture.admin],
      ['desk', desk],
      ['client', fixture.client],
    ]
    for (const [role, { token }] of people) {
      for (const q of texts) {
        const times: number[] = []
        let counts = ''
        for (let round = 0; round < Number(rounds); round += 1) {
          const sentAt = performance.now()
          const { status, text } = await caller.send(token, 'GET', `/search?q=${encodeURIComponent(q)}`)
          times.push(performance.now() - sentAt)
          if (status !== 200) throw new Error(`searching failed: ${status} ${text}`)
          counts = Object.values(JSON.parse(text) as Record<string, unknown[]>)
            .map((list) => list.length)
            .join('/')
        }
        const p95 = quantile(times, 0.95)
        worst = Math.max(worst, quantile(times))
        const figures = `p50 ${quantile(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
        console.log(`  ${role.padEnd(7)} ${JSON.stringify(q).padEnd(13)} ${figures}, found ${counts}`)
      }
    }
  } finally {
    caller.close()
    await server.stop()
    await environment.remove()
    await cluster.stop()
  }
  return worst
}

const worst = Math.max(await measure(false), await measure(true))
console.log(`slowest median ${worst.toFixed(1)} ms, at most ${MEDIAN_MS_MAX}`)
process.exit(worst > MEDIAN_MS_MAX ? 1 : 0)
