import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { getEntryResources, groupEntriesByDay, splitEntries } from './day-entries.ts'

let count = 0

const aBooking = (part: Partial<Booking> = {}) =>
  sampleBooking({
    id: `booking-${++count}`,
    booking_date: '2026-03-28',
    starts_at: '2026-03-28T09:00:00Z',
    ends_at: '2026-03-28T11:00:00Z',
    ...part,
  })

const daysOf = (items: Booking[], withCancelled = false) => groupEntriesByDay(items, { withCancelled })

test("a booking is shown on its day in the studio's time zone, in every time zone of the viewer", () => {
  expect([...daysOf([aBooking()]).keys()]).toEqual(['2026-03-28'])
})

test('the entries of a day are ordered by start, then by end', () => {
  const late = aBooking({ start_time: '18:00', end_time: '19:00' })
  const long = aBooking({ start_time: '09:00', end_time: '17:00' })
  const short = aBooking({ start_time: '09:00', end_time: '10:00' })
  const day = daysOf([late, long, short]).get('2026-03-28')
  expect(day?.map(({ key }) => key)).toEqual([short.id, long.id, late.id])
})

test('a session past midnight is shown on both days, even in a night when the clocks change', () => {
  const night = aBooking({ start_time: '22:00', end_time: '02:00', ends_next_day: true, days: 2 })
  const days = daysOf([night])
  expect(days.get('2026-03-28')).toMatchObject([{ from: '22:00', to: '24:00', continued: false }])
  expect(days.get('2026-03-29')).toMatchObject([{ from: '00:00', to: '02:00', continued: true }])
})

test('a session to midnight does not reach the next day', () => {
  const evening = aBooking({ start_time: '20:00', end_time: '00:00', ends_next_day: true, days: 2 })
  expect([...daysOf([evening]).keys()]).toEqual(['2026-03-28'])
})

test('cancelled bookings are included only if the option is set', () => {
  const cancelled = aBooking({ status: 'cancelled' })
  expect(daysOf([cancelled]).size).toBe(0)
  expect(daysOf([cancelled], true).size).toBe(1)
})

test('a day of the month grid shows three entries and the number of the others', () => {
  const entries = daysOf([aBooking(), aBooking(), aBooking(), aBooking(), aBooking()]).get('2026-03-28') ?? []
  expect(splitEntries(entries)).toMatchObject({ more: 2 })
  expect(splitEntries(entries).visible).toHaveLength(3)
  expect(splitEntries(entries.slice(0, 3)).more).toBe(0)
})

test('today shows running and coming sessions, and earlier ones only if there is space', () => {
  const entries =
    daysOf(
      ['08', '10', '12', '14', '16'].map((hour) =>
        aBooking({
          start_time: `${hour}:00`,
          end_time: `${hour}:45`,
          starts_at: `2026-03-28T${hour}:00:00Z`,
          ends_at: `2026-03-28T${hour}:45:00Z`,
        }),
      ),
    ).get('2026-03-28') ?? []
  const shownAt = (time: string) =>
    splitEntries(entries, new Date(`2026-03-28T${time}:00Z`)).visible.map(({ from }) => from)
  expect(shownAt('07:00')).toEqual(['08:00', '10:00', '12:00'])
  expect(shownAt('12:30')).toEqual(['12:00', '14:00', '16:00'])
  expect(shownAt('15:00')).toEqual(['12:00', '14:00', '16:00'])
  expect(shownAt('23:00')).toEqual(['12:00', '14:00', '16:00'])
  expect(splitEntries(entries, new Date('2026-03-28T23:00:00Z')).more).toBe(2)
  const moreAt = (time: string) => {
    const { more, moreEnded } = splitEntries(entries, new Date(`2026-03-28T${time}:00Z`))
    return [more, moreEnded]
  }
  expect([moreAt('07:00'), moreAt('09:00'), moreAt('15:00')]).toEqual([
    [2, 0],
    [2, 1],
    [2, 2],
  ])
  const takesLonger = splitEntries(entries, new Date('2026-03-28T15:00:00Z'), ({ from }) => from === '08:00')
  expect(takesLonger.visible.map(({ from }) => from)).toEqual(['08:00', '14:00', '16:00'])
})

test('an open change request has its own entry, with the requested time and room', () => {
  const room = { id: 'cellar', name: 'Cellar', kind: 'room' as const }
  const request = {
    booking_date: '2026-03-29',
    start_time: '22:00',
    end_time: '01:00',
    ends_next_day: true,
    days: 2,
    starts_at: '2026-03-29T20:00:00Z',
    ends_at: '2026-03-29T23:00:00Z',
    service_type: 'recording',
    price_minor: null,
    currency: null,
    people: null,
    price_lines: [],
    created_at: '2026-03-01T00:00:00Z',
    expires_at: '2026-03-02T00:00:00Z',
    resources: [room],
  }
  const booking = aBooking({ change_request: request })
  const days = groupEntriesByDay([booking], { withCancelled: false })
  expect(
    [...days].map(([day, entries]) => [day, entries.map((entry) => [entry.from, entry.to, getEntryResources(entry)])]),
  ).toEqual([
    ['2026-03-28', [['10:00', '12:00', []]]],
    ['2026-03-29', [['22:00', '24:00', [room]]]],
    ['2026-03-30', [['00:00', '01:00', [room]]]],
  ])
  const keys = [...days.values()].flat().map(({ key }) => key)
  expect(new Set(keys)).toEqual(new Set([booking.id, `${booking.id} request`]))
})

test('a session of three days has an entry on each day, with the number of the day', () => {
  const longSession = aBooking({
    booking_date: '2026-10-24',
    start_time: '10:00',
    end_time: '18:00',
    ends_next_day: true,
    days: 3,
  })
  const days = groupEntriesByDay([longSession], { withCancelled: false })
  const parts = [...days].map(([day, [entry]]) => [
    day,
    entry?.from,
    entry?.to,
    entry?.continued,
    entry?.day,
    entry?.days,
  ])
  expect(parts).toEqual([
    ['2026-10-24', '10:00', '24:00', false, 1, 3],
    ['2026-10-25', '00:00', '24:00', true, 2, 3],
    ['2026-10-26', '00:00', '18:00', true, 3, 3],
  ])
})
