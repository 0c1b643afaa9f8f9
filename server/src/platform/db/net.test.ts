import { buildOverrideLine } from '@studiohub/contract/features/prices/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { aClient, aPerson, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asActor } from './actor.ts'

// The limits of SQL that a person's rights allow. The services never send such statements.

let server: TestServer
let fixture: StudioOfTest
let other: StudioOfTest
beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  other = await aStudio(server)
})
afterAll(() => server.stop())

/** Runs one statement as this person, and rolls it back. */
async function trySql<Row>(person: TestUser, statement: RawBuilder<Row>): Promise<Row[]> {
  const rollback = new Error('rollback')
  const session_id = String(decodeJwt(person.token).session_id)
  let rows: Row[] = []
  await asActor({ session_id, request_id: 'net' }, async (tx) => {
    rows = (await statement.execute(tx)).rows
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return rows
}
const rejection = { code: '42501' }

describe('the price of a booking', () => {
  test("is the service's price for a client, who can neither change it nor book at another price", async () => {
    const { studio, client, admin } = fixture
    const { session_id } = decodeJwt(admin.token)
    await asActor({ session_id: String(session_id), request_id: 'net' }, (tx) =>
      sql`update studio_services set price_minor = 5000 where studio_id = ${studio.id}::uuid and key = 'recording'`.execute(
        tx,
      ),
    )
    const today = todayIn('UTC', new Date())
    const booking = await aBooking(client, studio.id, today)
    expect(booking.price_minor).toBe(5_000)
    const set = (price: RawBuilder<unknown>) =>
      sql`update bookings set ${price} where id = ${booking.id}::uuid returning price_minor`
    const linesAt = (price_minor: number) => sql`${JSON.stringify([buildOverrideLine('Agreed', price_minor)])}::jsonb`
    const asListed = (price_minor: number) =>
      sql`${JSON.stringify([{ ...buildOverrideLine('Recording', price_minor), kind: 'session' }])}::jsonb`
    const byHand = [
      sql`price_minor = 1, price_lines = ${linesAt(1)}`,
      sql`price_minor = 1, price_lines = ${asListed(1)}`,
    ]
    for (const price of [
      ...byHand,
      sql`price_minor = null, currency = null, price_lines = '[]'`,
      sql`currency = 'XXX'`,
    ])
      await expect(trySql(client, set(price))).rejects.toMatchObject(rejection)
    // A price is the sum of its lines, even if an admin sets it.
    await expect(trySql(admin, set(sql`price_minor = 1`))).rejects.toMatchObject({ code: '23514' })
    expect(await trySql(admin, set(byHand[0] ?? sql``))).toEqual([{ price_minor: 1 }])
    expect(await trySql(client, set(sql`notes = 'Two microphones'`))).toEqual([{ price_minor: 5_000 }])
    const copy = (price: number) => sql`
      insert into bookings (id, studio_id, client_id, booking_date, start_time, end_time, ends_next_day, starts_at, ends_at,
        service_type, booking_type, status, created_by, created_at, updated_at, price_minor, currency, price_lines, expires_at)
      select gen_random_uuid(), studio_id, client_id, booking_date, start_time, end_time, ends_next_day, starts_at, ends_at,
        service_type, booking_type, status, created_by, created_at, updated_at, ${price}::integer, currency,
        ${asListed(price)}, expires_at
      from bookings where id = ${booking.id}::uuid returning price_minor`
    expect(await trySql(client, copy(5_000))).toEqual([{ price_minor: 5_000 }])
    await expect(trySql(client, copy(1))).rejects.toMatchObject(rejection)
    // A price that the admin has agreed on stays when the client moves the booking.
    expect((await admin.patch(`/bookings/${booking.id}`, { price_minor: 4_000, price_reason: 'Regular' })).status).toBe(
      200,
    )
    const moved = await client.patch(`/bookings/${booking.id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body).toMatchObject({ price_minor: 4_000 })
    expect((await client.post(`/studios/${studio.id}/bookings`, aSession(today))).status).toBe(201)
  })
})

describe('the audit log', () => {
  const entry = (person: TestUser, studio_id: string) => sql`
    insert into audit_log (actor_id, studio_id, action, object_type) values (${person.id}::uuid, ${studio_id}::uuid, 'x', 'y')`

  test('of a studio can only be written by its current and former members', async () => {
    for (const person of [fixture.admin, fixture.client]) {
      await trySql(person, entry(person, fixture.studio.id))
      await expect(trySql(person, entry(person, other.studio.id))).rejects.toMatchObject(rejection)
    }
    const stranger = await aPerson(server)
    await expect(trySql(stranger, entry(stranger, fixture.studio.id))).rejects.toMatchObject(rejection)
  })
})

describe('the list of people who run a studio', () => {
  const adminsOf = ({ studio }: StudioOfTest) => sql<{ id: string }>`select door.admins_of(${studio.id}::uuid) as id`
  const placeOf = ({ admin, studio }: StudioOfTest) =>
    sql<{ fixture: string | null }>`select door.place_at(${admin.id}::uuid, ${studio.id}::uuid) as place`
  const notice = ({ id }: TestUser, { admin, studio }: StudioOfTest, kind: string) => sql`
    insert into notices (user_id, studio_id, actor_id, kind, link)
    values (${admin.id}::uuid, ${studio.id}::uuid, ${id}::uuid, ${kind}, '/studio')`

  test('is visible to its members only; members of other studios cannot notify its admins', async () => {
    for (const person of [fixture.client, fixture.admin]) {
      expect(await trySql(person, adminsOf(fixture))).toEqual([{ id: fixture.admin.id }])
      expect(await trySql(person, placeOf(fixture))).toEqual([{ place: 'studio_admin' }])
      expect(await trySql(person, adminsOf(other))).toEqual([])
      expect(await trySql(person, placeOf(other))).toEqual([{ place: null }])
      for (const kind of ['role_request', 'mention'])
        await expect(trySql(person, notice(person, other, kind))).rejects.toMatchObject(rejection)
    }
    await trySql(fixture.client, notice(fixture.client, fixture, 'booking_request'))
  })

  test('is visible to people who request to join; they can only notify its admins of the request', async () => {
    const applicant = await aClient(server, fixture.studio.id)
    const request = await applicant.post('/me/role-request', { studio_id: other.studio.id, role: 'staff' })
    expect(request.status).toBe(201)
    expect(await trySql(applicant, adminsOf(other))).toEqual([{ id: other.admin.id }])
    await trySql(applicant, notice(applicant, other, 'role_request'))
    await expect(trySql(applicant, notice(applicant, other, 'mention'))).rejects.toMatchObject(rejection)
  })
})
