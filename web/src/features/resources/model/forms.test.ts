import { defaultOpeningHours, type OpeningTimes } from '@studiohub/contract/features/resources/schema.ts'
import { defaultServices } from '@studiohub/contract/features/resources/services/schema.ts'
import { describe, expect, test } from 'vitest'
import { HoursForm, hoursFields, openingTimes } from './hours-form.ts'
import { hoursMerge } from './hours-merge.ts'
import { moveRow } from './moved.ts'
import { ServiceForm, toServiceFields, toServicesInput } from './service-form.ts'

const night = { opens: '20:00', closes: '02:00', closes_next_day: true }
const times: OpeningTimes = {
  weekly: [...defaultOpeningHours],
  exceptions: [
    { date: '2030-12-24', note: 'Christmas Eve', spans: [night] },
    { date: '2030-12-25', note: null, spans: [] },
  ],
  own_hours: [{ resource_id: '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f', weekly: [{ weekday: 6, ...night }] }],
  min_notice_minutes: 0,
  booking_horizon_days: 730,
  cancellation_cutoff_hours: 24,
  version: 3,
  open_requests_max: 3,
  hours_ahead_max: 40,
  series_sessions_max: 12,
  request_expiry_hours: 24,
  reminder_hours: [48, 3],
  text_hours: [3],
  follow_up_hours: 24,
  review_url: 'https://reviews.example/us',
}

describe('opening hours', () => {
  test('opening hours survive the form unchanged, even past midnight', () => {
    expect(openingTimes(HoursForm.parse(hoursFields(times)), 3)).toEqual(times)
  })

  test('overlapping hours get an error at their day, and a duplicate date at its second entry', () => {
    const fields = hoursFields(times)
    fields.weeks[0]?.days[1]?.spans.push({ opens: '22:00', closes: '23:30' })
    fields.exceptions.push({ date: '2030-12-25', note: '', spans: [] })
    const { error } = HoursForm.safeParse(fields)
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['weeks.0.days.1.spans', 'These hours overlap'],
      ['exceptions.2.date', 'This day is listed twice'],
    ])
  })
})

describe('opening hours changed on both sides', () => {
  const base = hoursFields(times)
  const { findConflicts, merge } = hoursMerge([{ id: '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f', name: 'Studio A' }])
  const withChange = (change: (fields: typeof base) => void) => {
    const fields = structuredClone(base)
    change(fields)
    return fields
  }
  const setDay = (fields: typeof base, weekday: number, opens: string) => {
    const day = fields.weeks[0]?.days[weekday]
    if (day) day.spans = [{ opens, closes: '20:00' }]
  }

  test('changes of different days, rooms and rules are both kept', () => {
    const mine = withChange((fields) => {
      setDay(fields, 1, '10:00')
      fields.exceptions.push({ date: '', note: '', spans: [] })
    })
    const theirs = withChange((fields) => {
      setDay(fields, 2, '11:00')
      fields.weeks.splice(1)
      fields.exceptions.shift()
      fields.min_notice_minutes = 60
    })
    const sides = { base, mine, theirs }
    expect(findConflicts(sides)).toEqual([])
    const merged = merge(sides, 'mine')
    expect(merged.weeks[0]?.days[1]?.spans).toEqual([{ opens: '10:00', closes: '20:00' }])
    expect(merged.weeks[0]?.days[2]?.spans).toEqual([{ opens: '11:00', closes: '20:00' }])
    expect(merged.weeks).toHaveLength(1)
    expect(merged.exceptions.map(({ date }) => date)).toEqual(['2030-12-25', ''])
    expect(merged.min_notice_minutes).toBe(60)
  })

  test('a part of the hours that both sides changed is a conflict, and either side can win', () => {
    const mine = withChange((fields) => {
      setDay(fields, 1, '10:00')
      fields.exceptions.shift()
      fields.cancellation_cutoff_hours = 48
    })
    const theirs = withChange((fields) => {
      setDay(fields, 1, '11:00')
      const [eve] = fields.exceptions
      if (eve) eve.spans = []
      fields.cancellation_cutoff_hours = 0
    })
    const sides = { base, mine, theirs }
    expect(findConflicts(sides)).toEqual([
      { label: 'Monday', mine: '10:00 to 20:00', theirs: '11:00 to 20:00' },
      { label: 'Tue, Dec 24', mine: 'no entry', theirs: 'closed (Christmas Eve)' },
      { label: 'Clients cancel online until', mine: '2 days before', theirs: 'When the session starts' },
    ])
    expect(merge(sides, 'mine')).toEqual(mine)
    expect(merge(sides, 'theirs')).toEqual(theirs)
  })
})

test('an empty time overlaps nothing', () => {
  const fields = hoursFields(times)
  fields.weeks[0]?.days[1]?.spans.push({ opens: '', closes: '' })
  const { error } = HoursForm.safeParse(fields)
  expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter a time', 'Please enter a time'])
})

test('every rule that both sides changed is a conflict', () => {
  const base = hoursFields(times)
  const rules = {
    min_notice_minutes: 60,
    booking_horizon_days: 30,
    cancellation_cutoff_hours: 2,
    open_requests_max: 5,
    hours_ahead_max: 8,
    series_sessions_max: 4,
    request_expiry_hours: 2,
    reminder_hours: [24],
    text_hours: [],
    follow_up_hours: null,
    review_url: null,
  }
  const mine = { ...base, ...rules }
  const theirs = {
    ...base,
    min_notice_minutes: 30,
    booking_horizon_days: 60,
    cancellation_cutoff_hours: 1,
    open_requests_max: 1,
    hours_ahead_max: 4,
    series_sessions_max: 1,
    request_expiry_hours: 1,
    reminder_hours: [1, 48],
    text_hours: [1],
    follow_up_hours: 2,
    review_url: 'https://other.example',
  }
  const { weeks, exceptions, ...ruleFields } = base
  const conflicts = hoursMerge([]).findConflicts({ base, mine, theirs })
  expect(conflicts).toHaveLength(Object.keys(ruleFields).length)
  expect(conflicts.slice(-4)).toEqual([
    { label: 'Remind clients', mine: '1 day before', theirs: '2 days before, 1 hour before' },
    { label: 'Remind by text message', mine: 'None', theirs: '1 hour before' },
    { label: 'Thank clients', mine: 'Never', theirs: '2 hours after the session' },
    { label: 'Review page', mine: 'None', theirs: 'https://other.example' },
  ])
})

describe('a service', () => {
  const [service] = defaultServices('recording')

  test('a service survives the form unchanged, in the currency of the studio', () => {
    if (!service) throw new Error('no service')
    const fields = toServiceFields({ ...service, price_minor: 12_050 }, 'EUR')
    expect(fields.price).toBe('120.50')
    const { key, position, ...input } = service
    expect(ServiceForm.parse(fields)).toEqual({ ...input, price_minor: 12_050, currency: 'EUR' })
  })

  test.each([
    [{ label: '' }, 'label', 'Please enter a name'],
    [{ price: 'much' }, 'price', 'Enter an amount, such as 120'],
    [{ min_minutes: 180 }, 'min_minutes', 'The shortest length is longer than the default'],
    [{ default_minutes: 2 }, 'default_minutes', 'At least 5 minutes'],
  ])('a service with %j gets an error at its field', (invalidFields, field, message) => {
    const { error } = ServiceForm.safeParse({ ...toServiceFields(null, 'USD'), label: 'Mixing', ...invalidFields })
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
  })

  test('a service moves by one position, but not past an end', () => {
    const rows = defaultServices('recording')
    const keys = (list: typeof rows | null) => list && toServicesInput(list).map(({ key }) => key?.slice(0, 3))
    expect(keys(moveRow(rows, rows[1] ?? rows[0]!, -1))).toEqual(['mix', 'rec', 'mas', 'reh', 'con'])
    expect(moveRow(rows, rows[0]!, -1)).toBeNull()
    expect(moveRow(rows, rows[4]!, 1)).toBeNull()
  })
})
