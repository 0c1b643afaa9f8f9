import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { buildOverrideLine } from '@studiohub/contract/features/prices/rules.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { aCrewMember, aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// What the database itself rejects if a person could run SQL with their rights: requests and audit texts.

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const rejection = { code: '42501' }
const hours = (count: number) => new Date(clock.now().getTime() + count * 3_600_000).toISOString()

/** Runs one statement as this person and rolls it back. @returns how many rows it wrote */
async function tryAs(person: TestUser, statement: RawBuilder<unknown>): Promise<number> {
  const rollback = new Error('rollback')
  let rows = 0
  await asPerson(person, async (tx) => {
    rows = Number((await statement.execute(tx)).numAffectedRows)
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return rows
}

const lineOf = (price: number | null, kind: PriceLine['kind'] = 'session'): PriceLine => ({
  ...buildOverrideLine('Regular', price ?? 0),
  kind,
  unit_price_minor: price,
  amount_minor: price,
})

type RequestFields = {
  service?: string
  price?: number | null
  currency?: string | null
  kind?: PriceLine['kind']
  expires_at: string
  day?: string
}
const changeRequest = ({ id }: Booking, { service = 'recording', price = 5_000, ...fields }: RequestFields) => sql`
  insert into change_requests (booking_id, studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at,
    service_type, price_minor, currency, price_lines, expires_at)
  select id, studio_id, client_id, ${fields.day ?? plusDays(today, 7)}, '13:00', '15:00',
    ${`${fields.day ?? plusDays(today, 7)}T13:00Z`}, ${`${fields.day ?? plusDays(today, 7)}T15:00Z`}, ${service},
    ${price}::integer, ${fields.currency === undefined ? (price === null ? null : 'USD') : fields.currency},
    ${JSON.stringify([lineOf(price, fields.kind)])}::jsonb, ${fields.expires_at}
  from bookings where id = ${id}::uuid`

/** A studio whose recordings cost 50, and whose mixing costs 70. */
async function aPricedStudio(): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  await asPerson(fixture.admin, (tx) =>
    sql`update studio_services set min_minutes = 60, price_minor = case key when 'recording' then 5000 else 7000 end
      where studio_id = ${fixture.studio.id}::uuid and key in ('recording', 'mixing')`.execute(tx),
  )
  return fixture
}

describe('a change request', () => {
  test('has the price of the session, or of the new service', async () => {
    const fixture = await aPricedStudio()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const { body: session } = await confirmAsSeen(fixture.admin, id)
    const expires_at = hours(24)
    expect(await tryAs(fixture.client, changeRequest(session, { expires_at }))).toBe(1)
    const mixing = { service: 'mixing', expires_at }
    expect(await tryAs(fixture.client, changeRequest(session, { ...mixing, price: 7_000 }))).toBe(1)
    const wrongPrices = [{ price: 1 }, { price: null }, { currency: 'XXX' }, { price: 7_000 }]
    for (const fields of [...wrongPrices.map((price) => ({ ...price, expires_at })), mixing]) {
      await expect(tryAs(fixture.client, changeRequest(session, fields))).rejects.toMatchObject(rejection)
    }
    // If the studio set another price by hand, a request for the same service has that price.
    await fixture.admin.patch(`/bookings/${id}`, { price_minor: 4_000, price_reason: 'Regular' })
    const agreed = { price: 4_000, kind: 'override' as const, expires_at }
    expect(await tryAs(fixture.client, changeRequest(session, agreed))).toBe(1)
    const ownPrice = { price: 1, kind: 'override' as const, expires_at }
    await expect(tryAs(fixture.client, changeRequest(session, ownPrice))).rejects.toMatchObject(rejection)
  })

  test('expires no later than the studio allows, and before the earlier start', async () => {
    const fixture = await aPricedStudio()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const { body: session } = await confirmAsSeen(fixture.admin, id)
    expect(await tryAs(fixture.client, changeRequest(session, { expires_at: hours(24) }))).toBe(1)
    const soon = { day: today, expires_at: hours(3) }
    expect(await tryAs(fixture.client, changeRequest(session, soon))).toBe(1)
    for (const fields of [{ expires_at: hours(24.01) }, { ...soon, expires_at: hours(3.01) }]) {
      await expect(tryAs(fixture.client, changeRequest(session, fields))).rejects.toMatchObject(rejection)
    }
  })
})

describe('a pending session', () => {
  const set = ({ id }: Booking, values: RawBuilder<unknown>) =>
    sql`update bookings set ${values} where id = ${id}::uuid`

  test('expires no later than the studio allows, and a change never extends it', async () => {
    const fixture = await aStudio(server)
    const session = await aBooking(fixture.client, fixture.studio.id, today)
    expect(session.expires_at).toBe(hours(24))
    clock.set('11:00')
    for (const later of [hours(23.5), hours(24), '2099-01-01T00:00Z', null]) {
      await expect(tryAs(fixture.client, set(session, sql`expires_at = ${later}`))).rejects.toMatchObject(rejection)
    }
    expect(await tryAs(fixture.client, set(session, sql`expires_at = ${hours(2)}`))).toBe(1)
    expect(await tryAs(fixture.client, set(session, sql`notes = 'Two microphones'`))).toBe(1)
    const sooner = sql`starts_at = ${hours(5)}, ends_at = ${hours(6)}`
    await expect(tryAs(fixture.client, set(session, sooner))).rejects.toMatchObject(rejection)
    expect(await tryAs(fixture.client, set(session, sql`${sooner}, expires_at = ${hours(5)}`))).toBe(1)
    expect(await tryAs(fixture.admin, set(session, sql`expires_at = null`))).toBe(1)
  })

  test('is created with an expiry that the studio allows, or confirmed without an expiry', async () => {
    const fixture = await aStudio(server)
    const session = await aBooking(fixture.client, fixture.studio.id, today)
    const copy = (expires_at: string | null, status = 'pending') => sql`
      insert into bookings (studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at, service_type,
        booking_type, status, created_by, price_minor, currency, expires_at)
      select studio_id, client_id, booking_date, start_time, end_time, starts_at, ends_at, service_type, booking_type,
        ${status}, created_by, price_minor, currency, ${expires_at} from bookings where id = ${session.id}::uuid`
    expect(await tryAs(fixture.client, copy(hours(24)))).toBe(1)
    for (const expires_at of [hours(24.01), null]) {
      await expect(tryAs(fixture.client, copy(expires_at))).rejects.toMatchObject(rejection)
    }
    await asPerson(fixture.admin, (tx) =>
      tx
        .updateTable('studio_services')
        .set({ auto_confirm: true })
        .where('studio_id', '=', fixture.studio.id)
        .execute(),
    )
    expect(await tryAs(fixture.client, copy(null, 'confirmed'))).toBe(1)
  })

  test('of the studio gets an expiry if its client moves it', async () => {
    const fixture = await aStudio(server)
    const pending = { client_id: fixture.client.id, status: 'pending' }
    const session = await aBooking(fixture.admin, fixture.studio.id, today, pending)
    const moved = await fixture.client.patch(`/bookings/${session.id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body).toMatchObject({ status: 'pending', expires_at: hours(24) })
  })
})

test('clients and admins write audit texts about themselves, and admins also about clients of the studio', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const [crew, operator] = [await aCrewMember(server, fixture), await aSuperAdmin(server)]
  const text = (column: 'person_id' | 'client_id', about: TestUser, at = fixture) => sql`
    insert into audit_texts (id, ${sql.ref(column)}, studio_id, before, after)
    values (gen_random_uuid(), ${about.id}::uuid, ${at.studio.id}::uuid, '{}', '{"notes": "x"}')`
  const ofClient = (about: TestUser, at = fixture) => text('client_id', about, at)
  for (const by of [fixture.client, fixture.admin, operator]) expect(await tryAs(by, ofClient(fixture.client))).toBe(1)
  for (const by of [fixture.admin, operator]) expect(await tryAs(by, text('person_id', by))).toBe(1)
  const forbidden: [TestUser, ReturnType<typeof text>][] = [
    [fixture.client, ofClient(fixture.other)],
    [fixture.client, ofClient(rival.client, rival)],
    [fixture.admin, ofClient(rival.client, rival)],
    [crew, ofClient(fixture.client)],
    [crew, text('person_id', crew)],
    [fixture.admin, text('person_id', fixture.client)],
    [fixture.admin, text('person_id', fixture.admin, rival)],
    [operator, text('person_id', fixture.client)],
  ]
  for (const [by, statement] of forbidden) await expect(tryAs(by, statement)).rejects.toMatchObject(rejection)
  const foreignKeyError = { code: '23503', constraint: 'audit_texts_of_client' }
  await expect(tryAs(fixture.admin, ofClient(rival.client))).rejects.toMatchObject(foreignKeyError)
})
