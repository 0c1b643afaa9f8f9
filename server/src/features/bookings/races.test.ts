import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { callAs, retryUntilAnswered } from '@studiohub/testing/http.ts'
import { aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { findErrorsAtLastBooking, findRaceErrors, overlaps, race, removeProtection } from '@studiohub/testing/races.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const ATTEMPTS = 200
const today = todayIn('UTC', new Date())

/** A studio on a separate database, and the addresses of the processes that are called. */
type RaceSetup = {
  server: TestServer
  urls: string[]
  fixture: StudioOfTest
  operator: TestUser
  stop(): Promise<void>
}

/** @param missing the protection that is removed from the database */
async function createSetup(missing?: 'constraint' | 'lock'): Promise<RaceSetup> {
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({ env: { SECRET_KEY: secret } })
  const fixture = await aStudio(server, { tier: 'trial' })
  const operator = await aSuperAdmin(server)
  const { databaseUrl } = server
  if (missing) await removeProtection(databaseUrl, missing)
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, DATA_DIR: server.dataDir, PUBLIC_URL: server.url }
  const processes: ServerProcess[] = []
  const stop = async () => {
    await Promise.all(processes.map((process) => process.stop()))
    await server.stop()
  }
  try {
    for (const _ of [1, 2]) processes.push(await startProcess({ ...env, DEMO: 'off', RATE_LIMIT: 'off' }))
  } catch (error) {
    await stop()
    throw error
  }
  return { server, urls: processes.map(({ url }) => url), fixture, operator, stop }
}

const raceOptions = ({ fixture, urls }: RaceSetup) => ({
  urls,
  people: [fixture.client, fixture.other, fixture.admin],
  path: `/studios/${fixture.studio.id}/bookings`,
})
const roomOf = async ({ fixture }: RaceSetup): Promise<string> =>
  (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items[0].id

/** All attempts are for one room and time, on two days. `npm run bench -- bookings` measures how long the slowest waits. */
async function raceForOneRoom(setup: RaceSetup): Promise<string[]> {
  const room_id = await roomOf(setup)
  const faults: string[] = []
  for (const booking_date of [plusDays(today, 7), plusDays(today, 8)]) {
    const outcome = await race(raceOptions(setup), ATTEMPTS, () => aSession(today, { booking_date, room_id }))
    faults.push(...findRaceErrors(outcome, 1, '409 BOOKING_CONFLICT'))
    const { items } = (
      await setup.fixture.admin.get(`${raceOptions(setup).path}?from=${booking_date}&to=${booking_date}`)
    ).body
    if (items.length !== 1) faults.push(`${items.length} bookings of the room`)
  }
  return faults
}

/** The constraint protects the room, the lock the plan's last booking. */
const runRaces = async (setup: RaceSetup) => [
  ...(await raceForOneRoom(setup)),
  ...(await findErrorsAtLastBooking(raceOptions(setup), setup.fixture, { today, attempts: ATTEMPTS })),
]

describe(`${ATTEMPTS} concurrent attempts in two processes`, () => {
  let setup: RaceSetup
  beforeAll(async () => {
    setup = await createSetup()
  })
  afterAll(() => setup.stop())

  test('for one room and time, and for the last booking of a plan: one succeeds, the others fail with the reason', async () => {
    expect(await runRaces(setup)).toEqual([])
    // These are three races, and before the last the plan's whole month is booked.
  }, 300_000)

  test('for the last booking of a plan, by an operator: one succeeds', async () => {
    const options = { ...raceOptions(setup), people: [setup.operator] }
    expect(await findErrorsAtLastBooking(options, setup.fixture, { today, attempts: 20, months: 3 })).toEqual([])
  })

  test('for one time and any of two rooms: each room is booked once', async () => {
    const { studio } = setup.fixture
    await asSystem((tx) =>
      tx
        .insertInto('resources')
        .values({ studio_id: studio.id, kind: 'room', name: 'Studio B', position: 1 })
        .execute(),
    )
    const booking_date = plusDays(today, 9)
    const outcome = await race(raceOptions(setup), ATTEMPTS, () => aSession(today, { booking_date }))
    expect(findRaceErrors(outcome, 2, '409 BOOKING_CONFLICT')).toEqual([])
    expect(new Set(outcome.won.map(({ resources }) => resources[0]?.name))).toEqual(new Set(['Studio A', 'Studio B']))
  })

  test('for one time and any of two engineers, with enough rooms: each engineer is booked once', async () => {
    const { admin, studio } = setup.fixture
    const path = `/studios/${studio.id}`
    await asSystem((tx) =>
      tx
        .insertInto('resources')
        .values(
          ['C', 'D', 'E'].map((name, index) => ({ studio_id: studio.id, kind: 'room', name, position: 2 + index })),
        )
        .execute(),
    )
    const add = async (name: string) => (await admin.post(`${path}/resources`, { kind: 'person', name })).body.id
    const person_ids = [await add('Sam'), await add('Ines')]
    const { body } = await admin.get(`${path}/services`)
    const items = body.items.map(({ position, ...service }: { position: number; key: string }) =>
      service.key === 'rehearsal' ? { ...service, person_ids } : service,
    )
    expect((await admin.put(`${path}/services`, { items })).status).toBe(200)
    const booking_date = plusDays(today, 12)
    const clients = { ...raceOptions(setup), people: [setup.fixture.client, setup.fixture.other] }
    const outcome = await race(clients, ATTEMPTS, () => aSession(today, { booking_date, service_type: 'rehearsal' }))
    expect(findRaceErrors(outcome, 2, '409 BOOKING_CONFLICT')).toEqual([])
    const engineers = outcome.won.flatMap(({ resources }) => resources.filter(({ kind }) => kind === 'person'))
    expect(engineers.map(({ name }) => name).sort()).toEqual(['Ines', 'Sam'])
  })

  test('for overlapping times, with sessions and blocks: reservations of a room never overlap', async () => {
    const room_id = await roomOf(setup)
    const hour = (attempt: number, after: number) => `${String(8 + (attempt % 12) + after).padStart(2, '0')}:00`
    const outcome = await race(raceOptions(setup), ATTEMPTS, (attempt) =>
      (attempt % 3 === 2 ? aBlock : aSession)(today, {
        booking_date: plusDays(today, 10),
        room_id,
        start_time: hour(attempt, 0),
        end_time: hour(attempt, 2),
      }),
    )
    expect(Object.keys(outcome.lost)).toEqual(['409 BOOKING_CONFLICT'])
    const bookings = outcome.won.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
    expect(bookings.length).toBeGreaterThan(3)
    for (const [index, booking] of bookings.entries()) {
      expect(booking.starts_at >= (bookings[index - 1]?.ends_at ?? '')).toBe(true)
    }
  })

  test('together with a cancellation: the time is booked again at most once', async () => {
    const booking = await aBooking(setup.fixture.admin, setup.fixture.studio.id, today, {
      booking_date: plusDays(today, 11),
      room_id: await roomOf(setup),
    })
    const slot = { booking_date: booking.booking_date, room_id: booking.resources[0]?.id }
    const [outcome, cancelled] = await Promise.all([
      race(raceOptions(setup), ATTEMPTS, () => aSession(today, slot)),
      setup.fixture.admin.post(`/bookings/${booking.id}/cancel`, {}),
    ])
    expect(cancelled.status).toBe(200)
    expect(outcome.won.length).toBeLessThanOrEqual(1)
    expect(Object.keys(outcome.lost)).toEqual(['409 BOOKING_CONFLICT'])
  })

  test('with repeats under one idempotency key: all repeats of a call get the same answer', async () => {
    const { client, other, studio } = setup.fixture
    const path = `/studios/${studio.id}/bookings`
    const hours = ['08', '11', '14', '17']
    const responses = await Promise.all(
      hours.map(async (hour) => {
        const times = { booking_date: plusDays(today, 13), start_time: `${hour}:00`, end_time: `${hour}:30` }
        const body = aSession(today, { ...times, room_id: await roomOf(setup) })
        const headers = { 'idempotency-key': `repeat-${hour}` }
        const book = (attempt: number) => {
          const url = setup.urls[Math.floor(attempt / 2) % setup.urls.length] ?? ''
          return retryUntilAnswered(() =>
            attempt % 2
              ? callAs(url, client.token).post(path, body, { headers })
              : callAs(url, other.token).post(path, body),
          )
        }
        const all = await Promise.all(Array.from({ length: 16 }, (_, attempt) => book(attempt)))
        return all.filter((_, attempt) => attempt % 2).map(({ status, body }) => `${status} ${body.id ?? body.code}`)
      }),
    )
    expect(responses.filter((repeats) => new Set(repeats).size > 1)).toEqual([])
  })

  test('with moves, extensions, series and blocks: reservations of a room never overlap', async () => {
    const { client, admin, studio } = setup.fixture
    const day = plusDays(today, 12)
    const timesAt = (hour: number, hours = 1) => ({
      start_time: `${String(8 + (hour % 13)).padStart(2, '0')}:00`,
      end_time: `${String(8 + (hour % 13) + hours).padStart(2, '0')}:00`,
    })
    const bookings = await Promise.all(
      [0, 3, 6, 9].map((hour) => aBooking(client, studio.id, today, { booking_date: day, ...timesAt(hour) })),
    )
    const path = `/studios/${studio.id}`
    const callerFor = (attempt: number, { token }: { token: string }) =>
      callAs(setup.urls[attempt % setup.urls.length] ?? '', token)
    const call = (attempt: number) => {
      const booking = bookings[attempt % bookings.length]
      const fields = { booking_date: day, ...timesAt(attempt) }
      const [asClient, asAdmin] = [callerFor(attempt, client), callerFor(attempt, admin)]
      switch (attempt % 5) {
        case 0:
          return asAdmin.patch(`/bookings/${booking?.id}`, timesAt(attempt))
        case 1:
          return asClient.patch(`/bookings/${booking?.id}`, { end_time: timesAt(attempt).end_time })
        case 2:
          return asClient.post(`${path}/bookings`, aSession(today, fields))
        case 3:
          return asAdmin.post(`${path}/blocks`, { ...fields, service_type: 'other' })
        default:
          return asClient.post(`${path}/booking-series`, aSession(today, { ...fields, count: 2, on_conflict: 'skip' }))
      }
    }
    // All calls are for one studio, so they run one after another. A call that waits more than five seconds gets an error
    // with the time to retry.
    const responses = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, attempt) => retryUntilAnswered(() => call(attempt))),
    )
    const outcomes = Object.keys(
      Object.groupBy(responses, ({ status, body }) => `${status} ${body?.code ?? ''}`.trim()),
    )
    expect(
      outcomes.filter(
        (outcome) =>
          !['200', '201', '409 BOOKING_CONFLICT', '422 INVALID_TIME_RANGE', '403 PLAN_LIMIT_REACHED'].includes(outcome),
      ),
    ).toEqual([])
    expect(await overlaps()).toBe(0)
  })
})

describe('the race detects', () => {
  const faultsWithout = async (missing: 'constraint' | 'lock', race: (setup: RaceSetup) => Promise<string[]>) => {
    const setup = await createSetup(missing)
    try {
      return await race(setup)
    } finally {
      await setup.stop()
    }
  }
  const severalWon = expect.stringMatching(/^([2-9]|\d\d) won$/)

  test('a missing constraint', async () => {
    expect(await faultsWithout('constraint', raceForOneRoom)).toContainEqual(severalWon)
  })

  test('a missing lock', async () => {
    const faults = await faultsWithout('lock', async (setup) => {
      // Two calls must count at the same moment, which does not happen in every race.
      for (let months = 2; months < 8; months += 1) {
        const faults = await findErrorsAtLastBooking(raceOptions(setup), setup.fixture, {
          today,
          attempts: ATTEMPTS,
          months,
        })
        if (faults.length > 0) return faults
      }
      return []
    })
    expect(faults).toContainEqual(severalWon)
  }, 300_000)
})
