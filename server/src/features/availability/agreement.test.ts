import { START_STEP_MINUTES } from '@studiohub/contract/features/availability/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { aBlock, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import type { ApiResponse } from '@studiohub/testing/http.ts'
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

/** Time zones whose clocks change by an hour, by half an hour, at midnight, or never. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
]

const clockOf = (minutes: number) =>
  `${String(Math.floor((minutes % MINUTES_PER_DAY) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const timesFrom = (date: string, from: number, minutes: number) => ({
  booking_date: date,
  start_time: clockOf(from),
  end_time: clockOf(from + minutes),
  ends_next_day: from + minutes >= MINUTES_PER_DAY,
})

/** The days of a zone's next two clock changes; today if there are none. */
function clockChangesOf(zone: string): string[] {
  const dates: string[] = []
  let at = Temporal.PlainDate.from(today).toZonedDateTime(zone).getTimeZoneTransition('next')
  while (at && dates.length < 2) {
    dates.push(at.subtract({ nanoseconds: 1 }).toPlainDate().toString())
    at = at.getTimeZoneTransition('next')
  }
  return dates.length > 0 ? dates : [today]
}

const quarters = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 15)
const aroundTheDay = fc.integer({ min: -1, max: 1 })
const span = fc.tuple(quarters(0, 95), quarters(1, 80)).map(([from, minutes]) => {
  const { start_time: opens, end_time: closes, ends_next_day: closes_next_day } = timesFrom(today, from, minutes)
  return { opens, closes, closes_next_day }
})
const week = fc
  .array(span, { minLength: 7, maxLength: 7 })
  .map((spans) => spans.map((times, weekday) => ({ weekday, ...times })))
const buffers = fc.record({ setup_minutes: fc.constantFrom(0, 15, 50), teardown_minutes: fc.constantFrom(0, 20) })

/** A studio with two rooms, all rules that decide about one day, and a request for that day. */
const situation = fc.record({
  zone: fc.constantFrom(...zones),
  /** The day after a number of days, or a day on which the clocks change. */
  date: fc.record({ change: fc.option(fc.nat({ max: 1 })), days: fc.integer({ min: -1, max: 40 }), off: aroundTheDay }),
  weekly: week,
  /** The own hours of the first room. */
  roomHours: fc.option(week),
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
  /** Whether the service needs one of two people, and the hours of the second person. */
  needsPerson: fc.boolean(),
  secondPersonHours: fc.option(week),
  rules: fc.record({
    min_notice_minutes: fc.constantFrom(0, 60, 2880),
    booking_horizon_days: fc.constantFrom(20, 1000),
    cancellation_cutoff_hours: fc.constant(0),
    request_expiry_hours: fc.constant(24),
  }),
  who: fc.constantFrom('client' as const, 'admin' as const),
  minutes: fc.oneof(fc.constantFrom(60, 120, MINUTES_PER_DAY), quarters(1, 95)),
  /** The number of the requested room; null: any room. */
  requestedRoom: fc.constantFrom(null, 0, 1),
  /** Whether a session with an engineer is moved; otherwise a new one is booked. */
  isMove: fc.boolean(),
  seed: fc.nat(),
})
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

function bodyOf({ status, body, text }: ApiResponse) {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

async function createTestStudio(zone: string) {
  const fixture = await aStudio(server, { timezone: zone })
  const path = `/studios/${fixture.studio.id}`
  bodyOf(await fixture.admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' }))
  const engineer = bodyOf(await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Kim' })).id
  const second = bodyOf(await fixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Lee' })).id
  const { items } = bodyOf(await fixture.admin.get(`${path}/resources`))
  // Far from all days that are tested.
  const farAway = { booking_date: plusDays(today, 700), client_id: fixture.client.id, resource_ids: [engineer] }
  const { id } = bodyOf(await fixture.admin.post(`${path}/bookings`, aSession(today, farAway)))
  // If the session stayed at the time of the last situation, the next one might change it without moving it.
  const putBack = async () => {
    const { booking_date, start_time, end_time } = aSession(today, farAway)
    bodyOf(await fixture.admin.patch(`/bookings/${id}`, { booking_date, start_time, end_time, ends_next_day: false }))
  }
  return {
    ...fixture,
    path,
    rooms: items.map((room: { id: string }) => room.id),
    session: id,
    people: [engineer, second],
    putBack,
    changes: clockChangesOf(zone),
  }
}
const testStudios = new Map<string, ReturnType<typeof createTestStudio>>()
type TestStudio = Awaited<ReturnType<typeof createTestStudio>>

/** Gives the studio the rules and blocks of a situation. @returns a function that frees the studio again */
async function applySituation({ admin, path, rooms, people, putBack }: TestStudio, day: string, input: Situation) {
  for (const [index, id] of rooms.entries()) bodyOf(await admin.patch(`/resources/${id}`, input.buffers[index] ?? {}))
  const exceptions = new Map(input.exceptions.map(({ off, spans }) => [plusDays(day, off), spans]))
  const hours = {
    weekly: input.weekly,
    exceptions: [...exceptions].map(([date, spans]) => ({ date, note: null, spans })),
    own_hours: [
      ...(input.roomHours ? [{ resource_id: rooms[0], weekly: input.roomHours }] : []),
      ...(input.secondPersonHours ? [{ resource_id: people[1], weekly: input.secondPersonHours }] : []),
    ],
  }
  const services = bodyOf(await admin.get(`${path}/services`)).items
  const items = services.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, person_ids: input.needsPerson ? people : null } : service,
  )
  bodyOf(await admin.put(`${path}/services`, { items }))
  bodyOf(await admin.put(`${path}/opening-hours`, { ...hours, ...input.rules }))
  const blockIds: string[] = []
  for (const { off, from, minutes, room } of input.blocks) {
    const block = aBlock(today, { ...timesFrom(plusDays(day, off), from, minutes), resource_ids: [rooms[room]] })
    const { status, body } = await admin.post(`${path}/bookings`, block)
    if (status === 201) blockIds.push(body.id)
  }
  return async () => {
    await putBack()
    for (const id of blockIds) bodyOf(await admin.post(`/bookings/${id}/cancel`, {}))
  }
}

type AnsweredDay = { free: string[]; rooms: { room_id: string; from: Record<string, string | null> }[] }

const reasonIn = (from: Record<string, string | null>, time: string) =>
  from[Object.keys(from).findLast((start) => start <= time) ?? '']

/** The starts at which the answer changes, and the starts just before them: errors would show there first. */
function pickStarts({ rooms }: AnsweredDay, seed: number): string[] {
  const changes = rooms.flatMap(({ from }) => Object.keys(from))
  const edges = changes.flatMap((time) => [time, clockOf(toMinutes(time) + MINUTES_PER_DAY - START_STEP_MINUTES)])
  const all = [...new Set(edges)]
  return all.map((_, index) => all[(index * 7 + seed) % all.length] ?? '').slice(0, STARTS_TRIED)
}

const takenReasons: (string | null | undefined)[] = ['RESOURCE_BUSY', 'ROOM_BUSY', 'SETUP_TIME', 'NO_PERSON_FREE']

/** The answers that a booking may get if its rooms have these reasons. */
function expectedAnswers(reasons: readonly (string | null | undefined)[], who: Situation['who']): string[] {
  if (reasons.includes(null)) return ['booked']
  if (reasons.includes('NO_PERSON_FREE') && who === 'admin') return ['booked, PERSON_MISSING']
  if (reasons.some((reason) => takenReasons.includes(reason))) return ['BOOKING_CONFLICT']
  const [reason = ''] = reasons
  const isOverridden = reason === 'OUTSIDE_OPENING_HOURS' && who === 'admin'
  const withWarning = 'booked, OUTSIDE_OPENING_HOURS'
  return isOverridden ? [withWarning, `${withWarning}, PERSON_MISSING`, 'BOOKING_CONFLICT'] : [String(reason)]
}

test('sessions can be booked at or moved to every offered start; other starts are rejected for the reason that was listed', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (input) => {
      const { zone, date, minutes, who, requestedRoom, isMove, seed } = input
      const creation = testStudios.get(zone) ?? createTestStudio(zone)
      testStudios.set(zone, creation)
      const fixture = await creation
      const { admin, path, rooms, session, changes } = fixture
      const day = date.change === null ? plusDays(today, date.days) : plusDays(changes[date.change] ?? today, date.off)
      const freeAgain = await applySituation(fixture, day, input)
      const room_id = requestedRoom === null ? null : rooms[requestedRoom]
      const query = new URLSearchParams({ date: day, minutes: String(minutes), service: 'recording' })
      if (room_id) query.set('room_id', room_id)
      if (isMove) query.set('booking_id', session)
      const answeredDay: AnsweredDay = bodyOf(await fixture[who].get(`${path}/availability?${query}`)).days[0]
      for (const time of pickStarts(answeredDay, seed)) {
        const reasons = answeredDay.rooms.map(({ from }) => reasonIn(from, time))
        expect(answeredDay.free.includes(time)).toBe(reasons.includes(null))
        const slot = { ...timesFrom(day, toMinutes(time), minutes), room_id }
        const { status, body } = isMove
          ? await fixture[who].patch(`/bookings/${session}`, slot)
          : await fixture[who].post(`${path}/bookings`, aSession(today, slot))
        const answer = status < 300 ? ['booked', ...body.warnings].join(', ') : body.code
        expect(expectedAnswers(reasons, who), `${time} in ${day}: ${reasons} and then ${answer}`).toContain(answer)
        if (status >= 300) continue
        // The booked room must be one that was offered. If a client moves a confirmed session, the request has the room.
        const { resources } = body.change_request ?? body
        const booked = answeredDay.rooms.findIndex(({ room_id }) =>
          resources.some(({ id }: { id: string }) => room_id === id),
        )
        if (reasons.includes(null)) expect(reasons[booked]).toBeNull()
        if (!isMove) bodyOf(await admin.post(`/bookings/${body.id}/cancel`, {}))
      }
      await freeAgain()
    }),
    { numRuns: 40 },
  )
  // Each situation makes a dozen calls.
}, 300_000)
