import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, plusDays, todayIn } from '../../shared/instants.ts'
import { type Hours, isWithinOpeningHours } from '../../shared/opening-hours.ts'
import { getMidnight, wallClock } from '../../shared/wall-clock.ts'
import { availability, nearestStarts, startError, startRules, toRequestedOthers, toRequestedRooms } from './rules.ts'
import { type AvailableDay, START_STEP_MINUTES, type StartReason } from './schema.ts'

const MINUTE = 60_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Santiago',
  'Africa/Casablanca',
  'Pacific/Apia',
]
const clockOf = (minutes: number) =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const zone = fc.constantFrom(...zones)
const date = fc.integer({ min: 0, max: 6500 }).map((days) => plusDays('2020-01-01', days))
// Half of the days are near a change of the clocks, where the difficult cases are.
const hardDate = fc.oneof(
  date,
  fc.constantFrom(
    '2027-03-28',
    '2027-10-31',
    '2027-03-14',
    '2027-11-07',
    '2027-04-04',
    '2027-10-03',
    '2027-04-30',
    '2027-10-29',
    '2027-09-05',
    '2011-12-30',
  ),
)

test('the arithmetic clock agrees with the time zone for every requested minute', () => {
  fc.assert(
    fc.property(zone, hardDate, fc.integer({ min: 0, max: 1439 }), (name, day, minute) => {
      const found = wallClock(name, day, day)(getMidnight(day) + minute * MINUTE)
      expect(found).toBe(instantAt(day, clockOf(minute), name)?.epochMilliseconds ?? null)
    }),
    { numRuns: 3000 },
  )
})

const week = fc
  .array(
    fc.record({
      weekday: fc.integer({ min: 0, max: 6 }),
      opens: fc.integer({ min: 0, max: 95 }).map((quarter) => clockOf(quarter * 15)),
      hours: fc.integer({ min: 1, max: 92 }),
    }),
    { maxLength: 6 },
  )
  .map((spans) =>
    spans.map(({ weekday, opens, hours }) => {
      const to = Number(opens.slice(0, 2)) * 60 + Number(opens.slice(3)) + hours * 15
      return { weekday, opens, closes: clockOf(to), closes_next_day: to >= 1440 }
    }),
  )

const requests = fc.record({
  zone,
  date: hardDate,
  minutes: fc.integer({ min: 1, max: 96 }).map((quarters) => quarters * 15),
  weekly: week,
  closed: fc.boolean(),
  setup: fc.constantFrom(0, 15, 50),
  teardown: fc.constantFrom(0, 20),
  /** Gaps and lengths of the room's reservations, in minutes, from the evening before. */
  holds: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 5, max: 400 })), { maxLength: 8 }),
  nowAfter: fc.integer({ min: -4000, max: 2000 }),
  runs_studio: fc.boolean(),
  notice: fc.constantFrom(0, 90),
  horizon: fc.constantFrom(0, 1, 30),
  full: fc.boolean(),
})
type Case = typeof requests extends fc.Arbitrary<infer T> ? T : never

function worldOf(wish: Case) {
  const begin = (instantAt(wish.date, '12:00', wish.zone)?.epochMilliseconds ?? getMidnight(wish.date)) - 1440 * MINUTE
  let at = begin
  const reserved = wish.holds.map(([gap, length]) => {
    const from = at + gap * MINUTE
    at = from + length * MINUTE
    return { from, to: at }
  })
  const hours: Hours = {
    weekly: wish.weekly,
    exceptions: wish.closed ? [{ date: plusDays(wish.date, 1), spans: [] }] : [],
  }
  const now = new Date(begin + 1440 * MINUTE - wish.nowAfter * MINUTE)
  const rules = startRules({
    zone: wish.zone,
    now,
    runs_studio: wish.runs_studio,
    notice_minutes: wish.notice,
    horizon_days: wish.horizon,
  })
  return { reserved, hours, now, rules }
}

/** The reason why one session may not begin, computed for one start with Temporal and every reservation. */
function oracle(wish: Case, day: string, start: number): StartReason | null {
  const { reserved, hours, rules } = worldOf(wish)
  const end = start + wish.minutes
  const session = {
    booking_date: day,
    start_time: clockOf(start),
    end_time: clockOf(end),
    days: Math.floor(end / 1440) + 1,
  }
  const from = instantAt(day, session.start_time, wish.zone)?.epochMilliseconds
  const lastDay = plusDays(day, Math.floor(end / 1440))
  const to = instantAt(lastDay, session.end_time, wish.zone)?.epochMilliseconds
  if (from === undefined || to === undefined) return 'TIME_DOES_NOT_EXIST'
  const refusal = startError(day, from, rules)
  if (refusal) return refusal
  if (!isWithinOpeningHours(session, hours)) return 'OUTSIDE_OPENING_HOURS'
  if (wish.full) return 'PLAN_LIMIT_REACHED'
  const [setup, teardown] = [wish.setup * MINUTE, wish.teardown * MINUTE]
  if (
    reserved.some(
      (hold) =>
        hold.from + setup < to && from < hold.to - teardown && hold.from < to + teardown && from - setup < hold.to,
    )
  )
    return 'ROOM_BUSY'
  return reserved.some((hold) => hold.from < to + teardown && from - setup < hold.to) ? 'SETUP_TIME' : null
}

/** The reason of every start: that of the time last named. */
function reasonsOf({ rooms }: AvailableDay) {
  const from = rooms[0]?.from ?? {}
  let last: StartReason | null | undefined
  return Array.from({ length: 1440 / START_STEP_MINUTES }, (_, index) => {
    const named = from[clockOf(index * START_STEP_MINUTES)]
    if (named !== undefined) last = named
    return last
  })
}

test('a start in a list of a whole day has the same reason as when it is requested alone', () => {
  fc.assert(
    fc.property(requests, (wish) => {
      const { reserved, hours, rules } = worldOf(wish)
      const room = { id: 'r', setup_minutes: wish.setup, teardown_minutes: wish.teardown, own_week: null }
      const days = availability({
        zone: wish.zone,
        date: wish.date,
        days: 2,
        minutes: wish.minutes,
        rules,
        rooms: toRequestedRooms([room], [{ resource_id: 'r', reserved }], hours),
        also: [],
        isFull: () => wish.full,
      })
      for (const day of days) {
        const expected = Array.from({ length: 96 }, (_, index) => oracle(wish, day.date, index * 15))
        expect(reasonsOf(day)).toEqual(expected)
        // No time is named without need.
        const changes = expected.filter((reason, index) => index === 0 || reason !== expected[index - 1])
        expect(Object.values(day.rooms[0]?.from ?? {})).toEqual(changes)
        expect(day.free).toEqual(expected.flatMap((reason, index) => (reason === null ? [clockOf(index * 15)] : [])))
        expect(day.reason === null).toBe(day.free.length > 0)
      }
    }),
    { numRuns: 400 },
  )
})

test('one of several people is free exactly if a session that needs one of them could start', () => {
  const someone = fc.record({ own: fc.option(week), shift: fc.integer({ min: 0, max: 40 }), off: fc.boolean() })
  fc.assert(
    fc.property(requests, fc.array(someone, { minLength: 1, maxLength: 3 }), (wish, people) => {
      const { reserved, hours, rules } = worldOf(wish)
      const bookable = people.map(({ own, off }, index) => ({
        ...{ id: String(index), setup_minutes: 0, teardown_minutes: 0, own_week: own },
        days_off: off
          ? [{ first_date: wish.date, last_date: wish.date, from_time: '09:00', to_time: null, resource_id: '' }]
          : [],
      }))
      const holds = people.map(({ shift }, index) => ({
        resource_id: String(index),
        reserved: reserved.map(({ from, to }) => ({ from: from + shift * 15 * MINUTE, to: to + shift * 15 * MINUTE })),
      }))
      const room = { id: 'r', setup_minutes: 0, teardown_minutes: 0, own_week: null }
      const ask = (also: typeof bookable, oneOf: typeof bookable | null) =>
        availability({
          ...{ zone: wish.zone, date: wish.date, days: 2, minutes: wish.minutes, rules, isFull: () => wish.full },
          rooms: toRequestedRooms([room], [], hours),
          also: toRequestedOthers(also, holds, hours),
          oneOfPeople: oneOf && toRequestedOthers(oneOf, holds, hours),
        })
      const alone = bookable.map((person) => ask([person], null))
      for (const [index, day] of ask([], bookable).entries()) {
        const union = new Set(alone.flatMap((days) => days[index]?.free ?? []))
        expect(day.free).toEqual([...union].sort())
      }
    }),
    { numRuns: 200 },
  )
})

describe('the start', () => {
  // 23:00 on the 14th in New York, the 15th already in UTC.
  const now = new Date('2027-01-15T04:00:00Z')
  const of = (runs_studio: boolean) =>
    startRules({ zone: 'America/New_York', now, runs_studio, notice_minutes: 0, horizon_days: null })
  const refusal = (day: string, time: string, runs_studio: boolean) =>
    startError(day, instantAt(day, time, 'America/New_York')?.epochMilliseconds ?? 0, of(runs_studio))

  test("today is the date in the studio's time zone", () => {
    expect(of(false).today).toBe('2027-01-14')
    expect(todayIn('Pacific/Chatham', now)).toBe('2027-01-15')
  })

  test('a client cannot book a minute that has passed; an admin can record sessions from the start of today (T41)', () => {
    expect(refusal('2027-01-14', '22:59', false)).toBe('BOOKING_IN_PAST')
    expect(refusal('2027-01-14', '23:00', false)).toBeNull()
    expect(refusal('2027-01-14', '00:00', true)).toBeNull()
    expect(refusal('2027-01-13', '23:30', true)).toBe('BOOKING_IN_PAST')
  })

  test('is at most 24 months ahead', () => {
    expect(refusal('2029-01-14', '10:00', true)).toBeNull()
    expect(refusal('2029-01-15', '10:00', true)).toBe('BEYOND_HORIZON')
  })
})

test('the nearest free starts are around the rejected one, in order of time', () => {
  const day = (of: string, free: string[]): AvailableDay => ({
    date: of,
    free,
    reason: null,
    rooms: [
      { room_id: 'early', from: { '00:00': null, '00:15': 'ROOM_BUSY', '23:45': null } },
      { room_id: 'r', from: { '00:00': 'OUTSIDE_OPENING_HOURS', '08:45': null } },
    ],
  })
  const days = [day('2027-01-15', ['08:45', '09:00', '10:00', '11:00', '11:15']), day('2027-01-16', ['00:00'])]
  const slot = { booking_date: '2027-01-15', start_time: '10:00' }
  expect(nearestStarts(days, slot).map(({ start_time }) => start_time)).toEqual(['08:45', '09:00', '11:00'])
  expect(nearestStarts(days.slice(1), slot)).toEqual([
    { booking_date: '2027-01-16', start_time: '00:00', room_id: 'early' },
  ])
  expect(nearestStarts(days, slot).map(({ room_id }) => room_id)).toEqual(['r', 'r', 'r'])
})
