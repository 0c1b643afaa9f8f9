import { expect, test } from 'vitest'
import { defaultPricing } from '../../prices/schema.ts'
import {
  describeService,
  describeServices,
  getInitialLength,
  getTimesOfLength,
  listOfferedLengths,
  pickStarts,
  usualLengthText,
} from './rules.ts'

const unpriced = { step_minutes: null, price_minor: null, pricing: defaultPricing }
const hourly = { step_minutes: null, price_minor: 6_000, pricing: { ...defaultPricing, unit: 'hour' as const } }

test('a service without limits is offered for 30 minutes to 8 hours', () => {
  const lengths = listOfferedLengths({ ...unpriced, default_minutes: 120, min_minutes: null, max_minutes: null })
  expect(lengths.at(0)).toBe(30)
  expect(lengths.at(-1)).toBe(480)
  expect(lengths).toContain(120)
})

test('a service for up to 24 hours is offered for all of them', () => {
  const lengths = listOfferedLengths({ ...unpriced, default_minutes: 120, min_minutes: null, max_minutes: 1440 })
  expect(lengths.at(-1)).toBe(1440)
})

test('the offered lengths always include the limits and the default length of the service', () => {
  expect(listOfferedLengths({ ...unpriced, default_minutes: 50, min_minutes: 45, max_minutes: 100 })).toEqual([
    45, 50, 60, 90, 100,
  ])
  expect(listOfferedLengths({ ...unpriced, default_minutes: 60, min_minutes: 60, max_minutes: 60 })).toEqual([60])
  // Beyond a day, whole days follow, also after a limit that is none.
  expect(listOfferedLengths({ ...unpriced, default_minutes: 1500, min_minutes: 1500, max_minutes: 6000 })).toEqual([
    1500, 2880, 4320, 5760, 6000,
  ])
})

test("a service with an hourly price is offered in multiples of its default length, or in the studio's steps", () => {
  const withoutLimits = { ...hourly, default_minutes: 120, min_minutes: null, max_minutes: null }
  expect(listOfferedLengths(withoutLimits)).toEqual([120, 240, 360, 480])
  expect(listOfferedLengths({ ...withoutLimits, min_minutes: 60, max_minutes: 180, step_minutes: 60 })).toEqual([
    60, 120, 180,
  ])
})

test('a service with a price per session is offered only for its default length', () => {
  expect(
    listOfferedLengths({ ...unpriced, price_minor: 5_000, default_minutes: 90, min_minutes: null, max_minutes: null }),
  ).toEqual([90])
})

test('the usual length is one that is offered', () => {
  const service = { ...hourly, default_minutes: 90, min_minutes: 60, max_minutes: 180, step_minutes: 60 }
  expect(listOfferedLengths(service)).toEqual([60, 120, 180])
  expect(usualLengthText(service)).toBe('Usually 2 h')
})

test('a session with a late start ends on the next day', () => {
  expect(getTimesOfLength('22:00', 120)).toEqual({
    start_time: '22:00',
    end_time: '00:00',
    ends_next_day: true,
    days: 2,
  })
  expect(getTimesOfLength('21:45', 120)).toEqual({
    start_time: '21:45',
    end_time: '23:45',
    ends_next_day: false,
    days: 1,
  })
})

test('a service with a daily price is offered for whole days, up to its maximum', () => {
  const dailyService = {
    default_minutes: 1440,
    min_minutes: null,
    max_minutes: 4320,
    step_minutes: null,
    price_minor: 100,
    pricing: { unit: 'day' as const, rooms: [] },
  }
  expect(listOfferedLengths(dailyService)).toEqual([1440, 2880, 4320])
  expect(listOfferedLengths({ ...dailyService, max_minutes: null })).toHaveLength(14)
  expect(getTimesOfLength('10:00', 2880)).toEqual({
    start_time: '10:00',
    end_time: '10:00',
    ends_next_day: true,
    days: 3,
  })
})

const free = ['08:45', '09:00', '09:15', '09:30', '14:15', '14:30', '18:00']

test('starts are shown every half hour and at the beginning of each free range', () => {
  expect(pickStarts(free, '')).toEqual(['08:45', '09:00', '09:30', '14:15', '14:30', '18:00'])
})

test('the start that the client has chosen is always shown', () => {
  expect(pickStarts(free, '09:15')).toContain('09:15')
})

test('if the default length is not offered, the next longer one is chosen, else the longest', () => {
  const service = { ...unpriced, default_minutes: 60, min_minutes: 30, max_minutes: 240, step_minutes: 45 }
  expect(getInitialLength({ ...service, default_minutes: 75 })).toBe(75)
  expect(getInitialLength(service)).toBe(75)
  expect(getInitialLength({ ...service, default_minutes: 500 })).toBe(210)
})

test('a service in a list has its usual length, its price with a unit, and its description or its rooms', () => {
  const rooms = [
    { id: 'a', name: 'Studio A' },
    { id: 'b', name: 'Studio B' },
  ]
  const texts = { key: 'mastering', label: 'Mastering', currency: 'EUR', description: null, room_ids: ['b'] }
  const limits = { default_minutes: 120, min_minutes: null, max_minutes: null }
  const fixed = { ...unpriced, ...texts, ...limits, price_minor: 24_000 }
  expect(describeService(fixed, rooms)).toMatchObject({ length: '2 h', details: 'Studio B' })
  expect(describeService(fixed, rooms)).toMatchObject({ price: expect.stringMatching(/240/), unit: 'per session' })
  expect(describeService({ ...fixed, price_minor: 0 }, rooms)).toMatchObject({ price: 'Free', unit: '' })
  const byTime = { ...hourly, ...texts, ...limits, description: 'For vinyl' }
  expect(describeService(byTime, rooms)).toMatchObject({ length: 'Usually 2 h', details: 'For vinyl' })
  expect(describeService(fixed, rooms.slice(1)).details).toBe('')
})

test('a service without a picture shows the room that the list shows least', () => {
  const pictureOf = (name: string) => ({ url: `/${name}`, small_url: `/small-${name}`, alt: '' })
  const rooms = ['a', 'b'].map((id) => ({ id, name: id, pictures: [pictureOf(id)] }))
  const texts = { label: 'Mix', currency: 'EUR', description: null, default_minutes: 60, min_minutes: null }
  const aService = (key: string, ...names: string[]) => ({
    ...unpriced,
    ...texts,
    key,
    max_minutes: null,
    room_ids: null,
    pictures: names.map(pictureOf),
  })
  const listed = [aService('mix', 'b'), aService('master'), aService('record'), aService('rehearse')]
  const shown = describeServices(listed, rooms).map(({ picture }) => picture)
  expect(shown).toEqual(['/small-b', '/small-a', '/small-a', '/small-b'])
  expect(describeServices(listed.slice(1), [])[0]?.picture).toBeNull()
})
