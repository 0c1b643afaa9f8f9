import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aSession } from '@studiohub/testing/bookings.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { faultsAtLastPlace, faultsOf, overlaps, race, sabotage, untilAnswered } from '@studiohub/testing/races.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const ATTEMPTS = 200
const today = todayIn('UTC', new Date())

/** A studio on a separate database, and the addresses that are called. */
type Arena = { server: TestServer; urls: string[]; fixture: StudioOfTest; stop(): Promise<void> }

/** @param without the protection that a mutant lacks */
async function openArena(without?: 'constraint' | 'lock'): Promise<Arena> {
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({ env: { SECRET_KEY: secret } })
  const fixture = await aStudio(server, { tier: 'trial' })
  const { databaseUrl } = server
  if (without) await sabotage(databaseUrl, without)
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
  return { server, urls: processes.map(({ url }) => url), fixture, stop }
}

const at = ({ fixture, urls }: Arena) => ({
  urls,
  people: [fixture.client, fixture.other, fixture.admin],
  path: `/studios/${fixture.studio.id}/bookings`,
})
const roomOf = async ({ fixture }: Arena): Promise<string> =>
  (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items[0].id

/** All at one room and hour, on two days. How long the slowest waits is measured by `npm run bench -- bookings`. */
async function oneRoom(arena: Arena): Promise<string[]> {
  const room_id = await roomOf(arena)
  const faults: string[] = []
  for (const booking_date of [plusDays(today, 7), plusDays(today, 8)]) {
    const outcome = await race(at(arena), ATTEMPTS, () => aSession(today, { booking_date, room_id }))
    faults.push(...faultsOf(outcome, 1, '409 BOOKING_CONFLICT'))
    const { items } = (await arena.fixture.admin.get(`${at(arena).path}?from=${booking_date}&to=${booking_date}`)).body
    if (items.length !== 1) faults.push(`${items.length} hold the room`)
  }
  return faults
}

/** The constraint decides about the room, the lock about the plan's last booking. */
const races = async (arena: Arena) => [
  ...(await oneRoom(arena)),
  ...(await faultsAtLastPlace(at(arena), arena.fixture, { today, attempts: ATTEMPTS })),
]

describe(`${ATTEMPTS} concurrent attempts in two processes`, () => {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena()
  })
  afterAll(() => arena.stop())

  test('for one room and time, and for the last booking of a plan: one succeeds, the others get the reason (T45, T47)', async () => {
    expect(await races(arena)).toEqual([])
    // Three races, and the plan's whole month booked before the last.
  }, 300_000)

  test('for one time with two rooms and none named: each room is booked once', async () => {
    const { studio } = arena.fixture
    await asSystem((tx) =>
      tx
        .insertInto('resources')
        .values({ studio_id: studio.id, kind: 'room', name: 'Studio B', position: 1 })
        .execute(),
    )
    const booking_date = plusDays(today, 9)
    const outcome = await race(at(arena), ATTEMPTS, () => aSession(today, { booking_date }))
    expect(faultsOf(outcome, 2, '409 BOOKING_CONFLICT')).toEqual([])
    expect(new Set(outcome.won.map(({ resources }) => resources[0]?.name))).toEqual(new Set(['Studio A', 'Studio B']))
  })

  test('for one time with enough rooms and two engineers: each engineer is booked once', async () => {
    const { admin, studio } = arena.fixture
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
    const clients = { ...at(arena), people: [arena.fixture.client, arena.fixture.other] }
    const outcome = await race(clients, ATTEMPTS, () => aSession(today, { booking_date, service_type: 'rehearsal' }))
    expect(faultsOf(outcome, 2, '409 BOOKING_CONFLICT')).toEqual([])
    const engineers = outcome.won.flatMap(({ resources }) => resources.filter(({ kind }) => kind === 'person'))
    expect(engineers.map(({ name }) => name).sort()).toEqual(['Ines', 'Sam'])
  })

  test('for overlapping times, with sessions and blocks: reservations of a room never overlap', async () => {
    const room_id = await roomOf(arena)
    const hour = (attempt: number, after: number) => `${String(8 + (attempt % 12) + after).padStart(2, '0')}:00`
    const outcome = await race(at(arena), ATTEMPTS, (attempt) =>
      (attempt % 3 === 2 ? aBlock : aSession)(today, {
        booking_date: plusDays(today, 10),
        room_id,
        start_time: hour(attempt, 0),
        end_time: hour(attempt, 2),
      }),
    )
    expect(Object.keys(outcome.lost)).toEqual(['409 BOOKING_CONFLICT'])
    const held = outcome.won.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
    expect(held.length).toBeGreaterThan(3)
    for (const [index, booking] of held.entries()) {
      expect(booking.starts_at >= (held[index - 1]?.ends_at ?? '')).toBe(true)
    }
  })

  test('with a cancellation among them: the time is booked again at most once', async () => {
    const taken = await aBooking(arena.fixture.admin, arena.fixture.studio.id, today, {
      booking_date: plusDays(today, 11),
      room_id: await roomOf(arena),
    })
    const again = { booking_date: taken.booking_date, room_id: taken.resources[0]?.id }
    const [outcome, cancelled] = await Promise.all([
      race(at(arena), ATTEMPTS, () => aSession(today, again)),
      arena.fixture.admin.post(`/bookings/${taken.id}/cancel`, {}),
    ])
    expect(cancelled.status).toBe(200)
    expect(outcome.won.length).toBeLessThanOrEqual(1)
    expect(Object.keys(outcome.lost)).toEqual(['409 BOOKING_CONFLICT'])
  })

  test('with repeats under one key: every repeat gets the answer of the winner', async () => {
    const { client, other, studio } = arena.fixture
    const path = `/studios/${studio.id}/bookings`
    const hours = ['08', '11', '14', '17']
    const answers = await Promise.all(
      hours.map(async (hour) => {
        const times = { booking_date: plusDays(today, 13), start_time: `${hour}:00`, end_time: `${hour}:30` }
        const body = aSession(today, { ...times, room_id: await roomOf(arena) })
        const headers = { 'idempotency-key': `repeat-${hour}` }
        const ask = (nth: number) => {
          const url = arena.urls[Math.floor(nth / 2) % arena.urls.length] ?? ''
          return nth % 2
            ? callAs(url, client.token).post(path, body, { headers })
            : callAs(url, other.token).post(path, body)
        }
        const all = await Promise.all(Array.from({ length: 16 }, (_, nth) => ask(nth)))
        return all.filter((_, nth) => nth % 2).map(({ status, body }) => `${status} ${body.id ?? body.code}`)
      }),
    )
    expect(answers.filter((repeats) => new Set(repeats).size > 1)).toEqual([])
  })

  test('with moves, extensions, series and blocks: reservations of a room never overlap', async () => {
    const { client, admin, studio } = arena.fixture
    const day = plusDays(today, 12)
    const at = (hour: number, hours = 1) => ({
      start_time: `${String(8 + (hour % 13)).padStart(2, '0')}:00`,
      end_time: `${String(8 + (hour % 13) + hours).padStart(2, '0')}:00`,
    })
    const bookings = await Promise.all(
      [0, 3, 6, 9].map((hour) => aBooking(client, studio.id, today, { booking_date: day, ...at(hour) })),
    )
    const path = `/studios/${studio.id}`
    const asAt = (nth: number, who: { token: string }) => callAs(arena.urls[nth % arena.urls.length] ?? '', who.token)
    const ask = (nth: number) => {
      const booking = bookings[nth % bookings.length]
      const given = { booking_date: day, ...at(nth) }
      const [mine, theirs] = [asAt(nth, client), asAt(nth, admin)]
      switch (nth % 5) {
        case 0:
          return theirs.patch(`/bookings/${booking?.id}`, at(nth))
        case 1:
          return mine.patch(`/bookings/${booking?.id}`, { end_time: at(nth).end_time })
        case 2:
          return mine.post(`${path}/bookings`, aSession(today, given))
        case 3:
          return theirs.post(`${path}/blocks`, { ...given, service_type: 'other' })
        default:
          return mine.post(`${path}/booking-series`, aSession(today, { ...given, count: 2, on_conflict: 'skip' }))
      }
    }
    // All calls are for one studio, one after the other: a call that waits more than five seconds gets an error with
    // the time to retry.
    const answers = await Promise.all(Array.from({ length: ATTEMPTS }, (_, nth) => untilAnswered(() => ask(nth))))
    const outcomes = Object.keys(Object.groupBy(answers, ({ status, body }) => `${status} ${body?.code ?? ''}`.trim()))
    expect(
      outcomes.filter(
        (one) =>
          !['200', '201', '409 BOOKING_CONFLICT', '422 INVALID_TIME_RANGE', '403 PLAN_LIMIT_REACHED'].includes(one),
      ),
    ).toEqual([])
    expect(await overlaps()).toBe(0)
  })
})

describe('the race detects', () => {
  const faultsWithout = async (what: 'constraint' | 'lock', race: (arena: Arena) => Promise<string[]>) => {
    const arena = await openArena(what)
    try {
      return await race(arena)
    } finally {
      await arena.stop()
    }
  }
  const several = expect.stringMatching(/^([2-9]|\d\d) won$/)

  test('a missing constraint', async () => {
    expect(await faultsWithout('constraint', oneRoom)).toContainEqual(several)
  })

  test('a missing lock', async () => {
    const faults = await faultsWithout('lock', async (arena) => {
      // Two calls must count at the same moment, which does not happen in every race.
      for (let months = 2; months < 8; months += 1) {
        const found = await faultsAtLastPlace(at(arena), arena.fixture, { today, attempts: ATTEMPTS, months })
        if (found.length > 0) return found
      }
      return []
    })
    expect(faults).toContainEqual(several)
  }, 300_000)
})
