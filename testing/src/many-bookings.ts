import pg from 'pg'

/** Size of a database: every studio has ten rooms, twenty clients and an equal share of the bookings. */
export type Size = { studios: number; bookings: number }

/** Number of bookings per studio within 30 days, starting today. */
export const BOOKINGS_PER_MONTH = 200

// Skips foreign keys and triggers for speed, which are checked at the end; unique and exclusion constraints still
// apply.
const skipChecks = 'set session_replication_role = replica'

/** Adds studios like the first one. */
const insertStudios = `
  insert into studios (name, slug, type, is_active)
    select 'Studio ' || n, 'seeded-' || n, 'recording', true
    from generate_series(1, $1::int - (select count(*)::int from studios)) n;`

const insertStudioData = `
  create temp table pattern as select studio_id as id from studio_subscriptions limit 1;
  insert into studio_slugs (slug, studio_id) select slug, id from studios on conflict do nothing;
  insert into studio_subscriptions (studio_id, tier, status, current_period_start, current_period_end)
    select id, 'pro', 'active', now(), now() + interval '1 year' from studios on conflict do nothing;
  insert into opening_hours (studio_id, weekday, opens, closes, closes_next_day)
    select s.id, h.weekday, h.opens, h.closes, h.closes_next_day
    from studios s, opening_hours h join pattern p on p.id = h.studio_id on conflict do nothing;
  insert into studio_services (studio_id, key, label, position, is_active, default_minutes)
    select s.id, o.key, o.label, o.position, o.is_active, o.default_minutes
    from studios s, studio_services o join pattern p on p.id = o.studio_id on conflict do nothing;
  insert into resources (studio_id, kind, name, position)
    select s.id, 'room', 'Room ' || n, n from studios s, generate_series(0, 9) n
    where not exists (select from resources r where r.studio_id = s.id and r.position = n);
  create temp table guests as
    select gen_random_uuid() as id, s.id as studio_id, nth from studios s, generate_series(0, 19) nth;
  insert into auth.users (id, email, created_at, updated_at) select id, id || '@example.com', now(), now() from guests;
  insert into profiles (id, full_name) select id, 'Client ' || nth from guests;
  insert into user_roles (user_id, role, studio_id) select id, 'client', studio_id from guests;
  insert into client_records (studio_id, id, user_id, name) select studio_id, id, id, 'Client ' || nth from guests;`

// In order of creation, not by studio: the rows of a studio are scattered as in production.
const prepareSessions = `
  create temp table sessions as
    select gen_random_uuid() as id, s.id as studio_id, r.id as resource_id, g.id as client_id, n,
      current_date - 2 * 30 + n * 30 / ${BOOKINGS_PER_MONTH} as day, make_time(9 + n * 5 % 9, 0, 0) as start_time
    from generate_series(0, $1::int / $2::int - 1) n, studios s
    join resources r on r.studio_id = s.id join guests g on g.studio_id = s.id
    where r.position = n % 10 and g.nth = n % 20;
  alter table sessions add column status text;
  update sessions set status = case when n % 10 = 3 then 'cancelled' when day < current_date then 'completed'
    when n % 5 = 1 then 'pending' else 'confirmed' end;`

const insertSessions = `
  insert into bookings (id, studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at, service_type,
      booking_type, status, cancelled_at)
    select id, studio_id, client_id, day, start_time, start_time + interval '2 hours',
      (day + start_time) at time zone 'UTC', (day + start_time) at time zone 'UTC' + interval '2 hours', 'recording',
      'client_booking', status, case when status = 'cancelled' then now() end
    from sessions order by n, studio_id;
  insert into reservations (booking_id, resource_id, studio_id, during, holds)
    select b.id, s.resource_id, b.studio_id, tstzrange(b.starts_at, b.ends_at), b.holds
    from sessions s join bookings b on b.id = s.id order by s.n, s.studio_id;`

/** Counts valid reservations (`sound`): booking, resource and studio exist, and the time is within the booking. */
const countRows = `
  select (select count(*)::int from bookings) as bookings, (select count(*)::int from studios) as studios,
    (select count(*)::int from reservations h
      join bookings b on (b.id, b.studio_id, b.holds) = (h.booking_id, h.studio_id, h.holds)
      join resources r on (r.id, r.studio_id) = (h.resource_id, h.studio_id)
      join client_records c on (c.studio_id, c.id) = (b.studio_id, b.client_id)
      where h.during <@ tstzrange(b.starts_at, b.ends_at)) as sound`

/**
 * Fills a database that has at least one studio, with set-based inserts.
 * @param url logs in as superuser
 * @throws if the rows differ from what the product would write
 */
export async function seedBookings(url: string, { studios: count, bookings: bookingCount }: Size) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(skipChecks)
    await client.query(insertStudios.trim().replace(/;$/, ''), [count])
    await client.query(insertStudioData)
    await client.query('analyze')
    await client.query(prepareSessions.replace('$1', String(bookingCount)).replace('$2', String(count)))
    await client.query(insertSessions)
    const { rows } = await client.query(countRows)
    const [counts] = rows
    if (counts.bookings !== bookingCount || counts.studios !== count || counts.sound !== bookingCount) {
      throw new Error(`seeding went wrong: ${JSON.stringify(counts)}`)
    }
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Number of deadlocks in a database. */
export async function countDeadlocks(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    return rows[0].deadlocks
  } finally {
    await client.end()
  }
}
