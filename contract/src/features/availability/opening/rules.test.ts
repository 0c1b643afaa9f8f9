import { expect, test } from 'vitest'
import { formatsOfCountry } from '#shared/formats.ts'
import type { WeeklyHours } from '#shared/opening-hours.ts'
import { listOpeningLines, listOpeningStates } from './rules.ts'

const hoursOn = (weekday: number, opens: string, closes: string, closes_next_day = false): WeeklyHours => ({
  weekday,
  opens,
  closes,
  closes_next_day,
})
const workdays = [1, 2, 3, 4, 5].map((day) => hoursOn(day, '10:00', '20:00'))
const zone = 'Europe/Lisbon'
const textsAt = (now: string, weekly: WeeklyHours[], exceptions: { date: string; spans: WeeklyHours[] }[] = []) =>
  listOpeningStates({ weekly, exceptions }, zone, new Date(now)).map(({ text }) => text)

test('the text says until when an open studio is open, and when a closed one opens next', () => {
  const states = listOpeningStates({ weekly: workdays, exceptions: [] }, zone, new Date('2026-11-20T12:00:00Z'))
  expect(states[0]).toMatchObject({ is_open: true, text: 'Open now, until 20:00' })
  expect(states[1]).toEqual({
    from: Date.parse('2026-11-20T20:00:00Z'),
    is_open: false,
    text: 'Closed, opens Monday 10:00',
  })
})

test('the text has no weekday if the studio opens on the same day', () => {
  expect(textsAt('2026-11-20T08:00:00Z', workdays)[0]).toBe('Closed, opens at 10:00')
  const lunch = [hoursOn(5, '09:00', '12:00'), hoursOn(5, '14:00', '18:00')]
  expect(textsAt('2026-11-20T12:30:00Z', lunch)[0]).toBe('Closed, opens at 14:00')
})

test('opening hours over midnight are one range', () => {
  expect(textsAt('2026-11-21T01:00:00Z', [hoursOn(5, '20:00', '03:00', true)])[0]).toBe('Open now, until 03:00')
})

test('an exception replaces the hours of the weekday', () => {
  expect(textsAt('2026-11-20T12:00:00Z', workdays, [{ date: '2026-11-20', spans: [] }])[0]).toBe(
    'Closed, opens Monday 10:00',
  )
})

test('a studio without opening hours is closed, and one that never closes is open around the clock', () => {
  expect(textsAt('2026-11-20T12:00:00Z', [])).toEqual(['Closed'])
  const everyHour = [0, 1, 2, 3, 4, 5, 6].map((day) => hoursOn(day, '00:00', '00:00', true))
  expect(textsAt('2026-11-20T12:00:00Z', everyHour)[0]).toBe('Open around the clock')
})

test('a studio that stays open for more than a day names the day on which it closes', () => {
  const [friday, saturday, sunday] = [5, 6, 0].map((day) => hoursOn(day, '00:00', '00:00', true))
  if (!friday || !saturday || !sunday) throw new Error('three days are expected')
  const weekend = [saturday, hoursOn(0, '00:00', '18:00')]
  expect(textsAt('2026-11-21T10:00:00Z', weekend)[0]).toBe('Open now, until Sunday 18:00')
  expect(textsAt('2026-11-21T20:00:00Z', [friday, saturday, sunday])[0]).toBe('Open now, until Monday 00:00')
})

test("opening times follow the studio's time zone when the clocks change", () => {
  const states = listOpeningStates(
    { weekly: [hoursOn(0, '00:30', '06:00')], exceptions: [] },
    zone,
    new Date('2026-03-28T12:00:00Z'),
  )
  expect(states.map(({ from }) => new Date(from).toISOString())).toEqual([
    '2026-03-28T12:00:00.000Z',
    '2026-03-29T00:30:00.000Z',
    '2026-03-29T05:00:00.000Z',
    '2026-04-04T23:30:00.000Z',
    '2026-04-05T05:00:00.000Z',
  ])
})

test('days in a row with the same hours share a line, from Monday on', () => {
  const late = [
    ...workdays,
    hoursOn(6, '14:00', '18:00'),
    hoursOn(6, '10:00', '13:00'),
    hoursOn(0, '00:00', '00:00', true),
  ]
  expect(listOpeningLines(late)).toEqual([
    { days: 'Monday – Friday', times: '10:00 – 20:00' },
    { days: 'Saturday', times: '10:00 – 13:00, 14:00 – 18:00' },
    { days: 'Sunday', times: 'All day' },
  ])
  const daily = [0, 1, 2, 3, 4, 5, 6].map((day) => hoursOn(day, '08:00', '23:00'))
  expect(listOpeningLines(daily, formatsOfCountry('US'))).toEqual([{ days: 'Every day', times: '8:00 AM – 11:00 PM' }])
  expect(listOpeningLines(workdays).at(-1)).toEqual({ days: 'Saturday – Sunday', times: 'Closed' })
  expect(listOpeningLines([])).toEqual([])
})
