import { START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { MINUTES_A_DAY, minutesOf } from '@studiohub/contract/shared/opening-hours.ts'
import { aBlock, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import type { Answer } from '@studiohub/testing/http.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

const STARTS_TRIED = 8
const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

/** Time zones that change by an hour, by half an hour, at midnight, and never. */
const zones = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Africa/Cairo'],
  ...['Asia/Kathmandu', 'Pacific/Apia'],
]

const clockOf = (minutes: number) =>
  `${String(Math.floor((minutes % MINUTES_A_DAY) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const timesFrom = (date: string, from: number, minutes: number) => ({
  booking_date: date,
  start_time: clockOf(from),
  end_time: clockOf(from + minutes),
  ends_next_day: from + minutes >= MINUTES_A_DAY,
})

/** The next two days on which a zone's clocks change; today if they never do. */
function changesOf(zone: string): string[] {
  const found: string[] = []
  let at = Temporal.PlainDate.from(today).toZonedDateTime(zone).getTimeZoneTransition('next')
  while (at && found.length < 2) {
    found.push(at.subtract({ nanoseconds: 1 }).toPlainDate().toString())
    at = at.getTimeZoneTransition('next')
  }
  return found.length > 0 ? found : [today]
}

const quarters = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 15)
const aroundTheDay = fc.integer({ min: -1, max: 1 })
const span = fc.tuple(quarters(0, 95), quarters(1, 80)).map(([from, minutes]) => {
  const { start_time: opens, end_time: closes, ends_next_day: closes_next_day } = timesFrom(today, from, minutes)
  return { opens, closes, closes_next_day }
})
const week = fc
  .array(span, { minLength: 7, maxLength: 7 })
  .map((spans) => spans.map((one, weekday) => ({ weekday, ...one })))
const buffers = fc.record({ setup_minutes: fc.constantFrom(0, 15, 50), teardown_minutes: fc.constantFrom(0, 20) })

/** A studio with two rooms on a day with every special rule, and the question about it. */
const situation = fc.record({
  zone: fc.constantFrom(...zones),
  /** The day after a number of days, or a day on which the clocks change. */
  date: fc.record({ change: fc.option(fc.nat({ max: 1 })), days: fc.integer({ min: -1, max: 40 }), off: aroundTheDay }),
  weekly: week,
  /** The first room's own. */
  own: fc.option(week),
  exceptions: fc.array(fc.record({ off: aroundTheDay, spans: fc.array(span, { maxLength: 1 }) }), { maxLength: 2 }),
  buffers: fc.tuple(buffers, buffers),
  blocks: fc.array(
    fc.record({
      off: aroundTheDay,
      from: quarters(0, 95),
      minutes: quarters(1, 96),
      room: fc.constantFrom(0, 1, 2, 3),
    }),
    { maxLength: 4 },
  ),
  /** Whether the service needs one of two people, and the hours of the second. */
  needsPerson: fc.boolean(),
  ofSecond: fc.option(week),
  rules: fc.record({
    min_notice_minutes: fc.constantFrom(0, 60, 2880),
    booking_horizon_days: fc.constantFrom(20, 1000),
    cancellation_cutoff_hours: fc.constant(0),
    request_expiry_hours: fc.constant(24),
  }),
  who: fc.constantFrom('client' as const, 'admin' as const),
  minutes: fc.oneof(fc.constantFrom(60, 120, MINUTES_A_DAY), quarters(1, 95)),
  /** One of the rooms, or none named. */
  named: fc.constantFrom(null, 0, 1),
  /** A new session, or one with an engineer that is to be moved. */
  isMove: fc.boolean(),
  seed: fc.nat(),
})
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

function done({ status, body, text }: Answer) {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

async function openPlace(zone: string) {
  const fixture = await aStudio(server, { timezone: zone })
  const path = `/studios/${fixture.studio.id}`
  done(await fixture.admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' }))
  const engineer = done(await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Kim' })).id
  const second = done(await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Lee' })).id
  const { items } = done(await fixture.admin.get(`${path}/resources`))
  // Far from all that is tried.
  const far = { booking_date: plusDays(today, 700), client_id: fixture.client.id, resource_ids: [engineer] }
  const { id } = done(await fixture.admin.post(`${path}/bookings`, aSession(today, far)))
  // The next situation would change the session without moving it if it stayed where the last one left it.
  const putBack = async () => {
    const { booking_date, start_time, end_time } = aSession(today, far)
    done(await fixture.admin.patch(`/bookings/${id}`, { booking_date, start_time, end_time, ends_next_day: false }))
  }
  return {
    ...fixture,
    path,
    rooms: items.map((one: { id: string }) => one.id),
    session: id,
    people: [engineer, second],
    putBack,
    changes: changesOf(zone),
  }
}
const places = new Map<string, ReturnType<typeof openPlace>>()
type TestStudio = Awaited<ReturnType<typeof openPlace>>

/** Makes the studio as the situation says. @returns how it is made free again */
async function furnish({ admin, path, rooms, people, putBack }: TestStudio, day: string, given: Situation) {
  for (const [index, id] of rooms.entries()) done(await admin.patch(`/resources/${id}`, given.buffers[index] ?? {}))
  const exceptions = new Map(given.exceptions.map(({ off, spans }) => [plusDays(day, off), spans]))
  const hours = {
    weekly: given.weekly,
    exceptions: [...exceptions].map(([date, spans]) => ({ date, note: null, spans })),
    own_hours: [
      ...(given.own ? [{ resource_id: rooms[0], weekly: given.own }] : []),
      ...(given.ofSecond ? [{ resource_id: people[1], weekly: given.ofSecond }] : []),
    ],
  }
  const services = done(await admin.get(`${path}/services`)).items
  const items = services.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, person_ids: given.needsPerson ? people : null } : service,
  )
  done(await admin.put(`${path}/services`, { items }))
  done(await admin.put(`${path}/opening-hours`, { ...hours, ...given.rules }))
  const made: string[] = []
  for (const { off, from, minutes, room } of given.blocks) {
    const block = aBlock(today, { ...timesFrom(plusDays(day, off), from, minutes), resource_ids: [rooms[room]] })
    const { status, body } = await admin.post(`${path}/bookings`, block)
    if (status === 201) made.push(body.id)
  }
  return async () => {
    await putBack()
    for (const id of made) done(await admin.post(`/bookings/${id}/cancel`, {}))
  }
}

type AnsweredDay = { free: string[]; rooms: { room_id: string; from: Record<string, string | null> }[] }

const reasonIn = (from: Record<string, string | null>, time: string) =>
  from[Object.keys(from).findLast((one) => one <= time) ?? '']

/** The starts at which the answer changes, and those just before: errors would show there first. */
function startsOf({ rooms }: AnsweredDay, seed: number): string[] {
  const changes = rooms.flatMap(({ from }) => Object.keys(from))
  const edges = changes.flatMap((time) => [time, clockOf(minutesOf(time) + MINUTES_A_DAY - START_STEP_MINUTES)])
  const all = [...new Set(edges)]
  return all.map((_, index) => all[(index * 7 + seed) % all.length] ?? '').slice(0, STARTS_TRIED)
}

const taken: (string | null | undefined)[] = ['RESOURCE_BUSY', 'ROOM_BUSY', 'SETUP_TIME', 'NO_PERSON_FREE']

/** The possible answers to a booking for these reasons of its rooms. */
function expected(reasons: readonly (string | null | undefined)[], who: Situation['who']): string[] {
  if (reasons.includes(null)) return ['booked']
  if (reasons.includes('NO_PERSON_FREE') && who === 'admin') return ['booked, PERSON_MISSING']
  if (reasons.some((reason) => taken.includes(reason))) return ['BOOKING_CONFLICT']
  const [reason = ''] = reasons
  const isOverridden = reason === 'OUTSIDE_OPENING_HOURS' && who === 'admin'
  const closed = 'booked, OUTSIDE_OPENING_HOURS'
  return isOverridden ? [closed, `${closed}, PERSON_MISSING`, 'BOOKING_CONFLICT'] : [String(reason)]
}

test('an offered start can be booked or moved to, and one that is not offered is rejected for the shown reason', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const { zone, date, minutes, who, named, isMove, seed } = given
      const opening = places.get(zone) ?? openPlace(zone)
      places.set(zone, opening)
      const fixture = await opening
      const { admin, path, rooms, session, changes } = fixture
      const day = date.change === null ? plusDays(today, date.days) : plusDays(changes[date.change] ?? today, date.off)
      const freeAgain = await furnish(fixture, day, given)
      const room_id = named === null ? null : rooms[named]
      const query = new URLSearchParams({ date: day, minutes: String(minutes), service: 'recording' })
      if (room_id) query.set('room_id', room_id)
      if (isMove) query.set('booking_id', session)
      const answeredDay: AnsweredDay = done(await fixture[who].get(`${path}/availability?${query}`)).days[0]
      for (const time of startsOf(answeredDay, seed)) {
        const reasons = answeredDay.rooms.map(({ from }) => reasonIn(from, time))
        expect(answeredDay.free.includes(time)).toBe(reasons.includes(null))
        const slot = { ...timesFrom(day, minutesOf(time), minutes), room_id }
        const { status, body } = isMove
          ? await fixture[who].patch(`/bookings/${session}`, slot)
          : await fixture[who].post(`${path}/bookings`, aSession(today, slot))
        const answer = status < 300 ? ['booked', ...body.warnings].join(', ') : body.code
        expect(expected(reasons, who), `${time} in ${day}: ${reasons} and then ${answer}`).toContain(answer)
        if (status >= 300) continue
        // Of the rooms one that was offered. A client's move of a confirmed session is a request for its room.
        const { resources } = body.change_request ?? body
        const own = answeredDay.rooms.findIndex((one) => resources.some(({ id }: { id: string }) => one.room_id === id))
        if (reasons.includes(null)) expect(reasons[own]).toBeNull()
        if (!isMove) done(await admin.post(`/bookings/${body.id}/cancel`, {}))
      }
      await freeAgain()
    }),
    { numRuns: 40 },
  )
  // Each situation takes a dozen calls.
}, 300_000)
