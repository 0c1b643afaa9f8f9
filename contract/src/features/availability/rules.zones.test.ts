import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../shared/durations.ts'
import { instantAt, plusDays, todayIn } from '../../shared/instants.ts'
import { type Hours, isWithinOpeningHours } from '../../shared/opening-hours.ts'
import { createWallClock, getMidnight } from '../../shared/wall-clock.ts'
import { pickNearestStarts } from './alternatives/rules.ts'
import { computeAvailability, toRequestedOthers, toRequestedResources } from './rules.ts'
import { type AvailableDay, type BlockedStartReason, START_STEP_MINUTES } from './schema.ts'
import { startError, toBookingWindow } from './window/rules.ts'

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
// About half of the days are difficult: the clocks change on or near them, or the day does not exist (2011-12-30 in Apia).
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

test('`createWallClock` gives the same instant as Temporal in all tested time zones', () => {
  fc.assert(
    fc.property(zone, hardDate, fc.integer({ min: 0, max: 1439 }), (name, day, minute) => {
      const instant = createWallClock(name, day, day)(getMidnight(day) + minute * MINUTE_MS)
      expect(instant).toBe(instantAt(day, clockOf(minute), name)?.epochMilliseconds ?? null)
    }),
    { numRuns: 3000 },
  )
})

const week = fc
  .array(
    fc.record({
      weekday: fc.integer({ min: 0, max: 6 }),
      opens: fc.integer({ min: 0, max: 95 }).map((quarter) => clockOf(quarter * 15)),
      quarters: fc.integer({ min: 1, max: 92 }),
    }),
    { maxLength: 6 },
  )
  .map((spans) =>
    spans.map(({ weekday, opens, quarters }) => {
      const to = Number(opens.slice(0, 2)) * 60 + Number(opens.slice(3)) + quarters * 15
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
  /** The gap before each reservation and its length, in minutes. The first gap begins at noon of the day before `date`. */
  reservations: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 5, max: 400 })), {
    maxLength: 8,
  }),
  /** How many minutes before noon of `date` the current time is. */
  minutesBeforeNoon: fc.integer({ min: -4000, max: 2000 }),
  at_desk: fc.boolean(),
  notice: fc.constantFrom(0, 90),
  horizon: fc.constantFrom(0, 1, 30),
  full: fc.boolean(),
})
type SessionRequest = typeof requests extends fc.Arbitrary<infer T> ? T : never

function buildSituation(request: SessionRequest) {
  const noonOfDayBefore =
    (instantAt(request.date, '12:00', request.zone)?.epochMilliseconds ?? getMidnight(request.date)) - 1440 * MINUTE_MS
  let end = noonOfDayBefore
  const reserved = request.reservations.map(([gap, length]) => {
    const from = end + gap * MINUTE_MS
    end = from + length * MINUTE_MS
    return { from, to: end }
  })
  const hours: Hours = {
    weekly: request.weekly,
    exceptions: request.closed ? [{ date: plusDays(request.date, 1), spans: [] }] : [],
  }
  const now = new Date(noonOfDayBefore + 1440 * MINUTE_MS - request.minutesBeforeNoon * MINUTE_MS)
  const window = toBookingWindow({
    zone: request.zone,
    now,
    at_desk: request.at_desk,
    notice_minutes: request.notice,
    horizon_days: request.horizon,
  })
  return { reserved, hours, now, window }
}

/**
 * Why a session cannot start at a minute of a day; null if it can. Computed for this start alone, with Temporal and every
 * reservation, to compare with `availability`.
 */
function expectedReason(request: SessionRequest, day: string, start: number): BlockedStartReason | null {
  const { reserved, hours, window } = buildSituation(request)
  const end = start + request.minutes
  const session = {
    booking_date: day,
    start_time: clockOf(start),
    end_time: clockOf(end),
    days: Math.floor(end / 1440) + 1,
  }
  const from = instantAt(day, session.start_time, request.zone)?.epochMilliseconds
  const lastDay = plusDays(day, Math.floor(end / 1440))
  const to = instantAt(lastDay, session.end_time, request.zone)?.epochMilliseconds
  if (from === undefined || to === undefined) return 'TIME_DOES_NOT_EXIST'
  const ruleError = startError(day, from, window)
  if (ruleError) return ruleError
  if (!isWithinOpeningHours(session, hours)) return 'OUTSIDE_OPENING_HOURS'
  if (request.full) return 'PLAN_LIMIT_REACHED'
  const [setup, teardown] = [request.setup * MINUTE_MS, request.teardown * MINUTE_MS]
  if (
    reserved.some(
      (reservation) =>
        reservation.from + setup < to &&
        from < reservation.to - teardown &&
        reservation.from < to + teardown &&
        from - setup < reservation.to,
    )
  )
    return 'ROOM_BUSY'
  return reserved.some((reservation) => reservation.from < to + teardown && from - setup < reservation.to)
    ? 'SETUP_TIME'
    : null
}

/** The reason at every start of a day. `from` has only the times at which the reason changes. */
function reasonsOf({ rooms }: AvailableDay) {
  const from = rooms[0]?.from ?? {}
  let reason: BlockedStartReason | null | undefined
  return Array.from({ length: 1440 / START_STEP_MINUTES }, (_, index) => {
    const change = from[clockOf(index * START_STEP_MINUTES)]
    if (change !== undefined) reason = change
    return reason
  })
}

test('`availability` gives the same reason for a start as a separate check of this start', () => {
  fc.assert(
    fc.property(requests, (request) => {
      const { reserved, hours, window } = buildSituation(request)
      const room = { id: 'r', setup_minutes: request.setup, teardown_minutes: request.teardown, own_week: null }
      const days = computeAvailability({
        zone: request.zone,
        date: request.date,
        days: 2,
        minutes: request.minutes,
        window,
        rooms: toRequestedResources([room], [{ resource_id: 'r', reserved }], hours),
        others: [],
        isFull: () => request.full,
      })
      for (const day of days) {
        const expected = Array.from({ length: 96 }, (_, index) => expectedReason(request, day.date, index * 15))
        expect(reasonsOf(day)).toEqual(expected)
        // `from` has an entry only where the reason changes.
        const changes = expected.filter((reason, index) => index === 0 || reason !== expected[index - 1])
        expect(Object.values(day.rooms[0]?.from ?? {})).toEqual(changes)
        expect(day.free).toEqual(expected.flatMap((reason, index) => (reason === null ? [clockOf(index * 15)] : [])))
        expect(day.reason === null).toBe(day.free.length > 0)
      }
    }),
    { numRuns: 400 },
  )
})

test('a session that needs any of several people can start whenever at least one of them is free', () => {
  const personData = fc.record({ own: fc.option(week), shift: fc.integer({ min: 0, max: 40 }), off: fc.boolean() })
  fc.assert(
    fc.property(requests, fc.array(personData, { minLength: 1, maxLength: 3 }), (request, people) => {
      const { reserved, hours, window } = buildSituation(request)
      const bookable = people.map(({ own, off }, index) => ({
        id: String(index),
        setup_minutes: 0,
        teardown_minutes: 0,
        own_week: own,
        days_off: off
          ? [{ first_date: request.date, last_date: request.date, from_time: '09:00', to_time: null, resource_id: '' }]
          : [],
      }))
      const reservations = people.map(({ shift }, index) => ({
        resource_id: String(index),
        reserved: reserved.map(({ from, to }) => ({
          from: from + shift * 15 * MINUTE_MS,
          to: to + shift * 15 * MINUTE_MS,
        })),
      }))
      const room = { id: 'r', setup_minutes: 0, teardown_minutes: 0, own_week: null }
      const findDays = (others: typeof bookable, oneOf: typeof bookable | null) =>
        computeAvailability({
          zone: request.zone,
          date: request.date,
          days: 2,
          minutes: request.minutes,
          window,
          isFull: () => request.full,
          rooms: toRequestedResources([room], [], hours),
          others: toRequestedOthers(others, reservations, hours),
          oneOfPeople: oneOf && toRequestedOthers(oneOf, reservations, hours),
        })
      const alone = bookable.map((person) => findDays([person], null))
      for (const [index, day] of findDays([], bookable).entries()) {
        const union = new Set(alone.flatMap((days) => days[index]?.free ?? []))
        expect(day.free).toEqual([...union].sort())
      }
    }),
    { numRuns: 200 },
  )
})

describe('the rules for the start of a session', () => {
  // 23:00 on January 14 in New York, but already January 15 in UTC.
  const now = new Date('2027-01-15T04:00:00Z')
  const windowFor = (at_desk: boolean) =>
    toBookingWindow({ zone: 'America/New_York', now, at_desk, notice_minutes: 0, horizon_days: null })
  const errorAt = (day: string, time: string, at_desk: boolean) =>
    startError(day, instantAt(day, time, 'America/New_York')?.epochMilliseconds ?? 0, windowFor(at_desk))

  test("today is the date in the studio's time zone", () => {
    expect(windowFor(false).today).toBe('2027-01-14')
    expect(todayIn('Pacific/Chatham', now)).toBe('2027-01-15')
  })

  test('a client cannot book a minute that has passed; an admin can record sessions from the start of today', () => {
    expect(errorAt('2027-01-14', '22:59', false)).toBe('BOOKING_IN_PAST')
    expect(errorAt('2027-01-14', '23:00', false)).toBeNull()
    expect(errorAt('2027-01-14', '00:00', true)).toBeNull()
    expect(errorAt('2027-01-13', '23:30', true)).toBe('BOOKING_IN_PAST')
  })

  test('a session can start at most 24 months ahead', () => {
    expect(errorAt('2029-01-14', '10:00', true)).toBeNull()
    expect(errorAt('2029-01-15', '10:00', true)).toBe('BEYOND_HORIZON')
  })
})

test('the nearest free starts are before and after the rejected start, in order of time', () => {
  const day = (isoDate: string, free: string[]): AvailableDay => ({
    date: isoDate,
    free,
    reason: null,
    rooms: [
      { room_id: 'early', from: { '00:00': null, '00:15': 'ROOM_BUSY', '23:45': null } },
      { room_id: 'r', from: { '00:00': 'OUTSIDE_OPENING_HOURS', '08:45': null } },
    ],
  })
  const days = [day('2027-01-15', ['08:45', '09:00', '10:00', '11:00', '11:15']), day('2027-01-16', ['00:00'])]
  const slot = { booking_date: '2027-01-15', start_time: '10:00' }
  expect(pickNearestStarts(days, slot).map(({ start_time }) => start_time)).toEqual(['08:45', '09:00', '11:00'])
  expect(pickNearestStarts(days.slice(1), slot)).toEqual([
    { booking_date: '2027-01-16', start_time: '00:00', room_id: 'early' },
  ])
  expect(pickNearestStarts(days, slot).map(({ room_id }) => room_id)).toEqual(['r', 'r', 'r'])
})
