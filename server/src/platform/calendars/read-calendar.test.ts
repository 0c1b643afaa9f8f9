import { describe, expect, test } from 'vitest'
import type { ReadCalendarInput } from './calendar-data.ts'
import { readCalendar } from './read-calendar.ts'

const input = ({ text = '', ...changes }: Partial<ReadCalendarInput> & { text?: string }): ReadCalendarInput => ({
  objects: [{ name: null, text }],
  zone: 'Europe/Berlin',
  from: Date.parse('2026-01-01T00:00Z'),
  to: Date.parse('2027-02-05T00:00Z'),
  limit: 5000,
  emails: ['sam@northlight.example'],
  ...changes,
})
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@other.example', ...lines, 'END:VEVENT'].join('\r\n')
const read = async (text: string) => (await readCalendar(input({ text }))).times
const startsOf = async (text: string) => (await read(text)).map(({ starts_at }) => starts_at.replace(':00.000Z', 'Z'))
const hour = ['DTSTART:20260601T100000Z', 'DTEND:20260601T110000Z']

describe('times of a calendar', () => {
  test('are in the zones of the calendar, or in the zone of the studio if it has none', async () => {
    const at = (dtstart: string) => startsOf(calendar(event(dtstart, 'DURATION:PT1H')))
    expect(await at('DTSTART:20260601T100000Z')).toEqual(['2026-06-01T10:00Z'])
    expect(await at('DTSTART:20260601T100000')).toEqual(['2026-06-01T08:00Z'])
    expect(await at('DTSTART;TZID=America/New_York:20260601T100000')).toEqual(['2026-06-01T14:00Z'])
    expect(await at('DTSTART;VALUE=DATE:20260601')).toEqual(['2026-05-31T22:00Z'])
    const named = calendar('X-WR-TIMEZONE:Asia/Kathmandu', event('DTSTART:20260601T100000', 'DURATION:PT1H'))
    expect(await startsOf(named)).toEqual(['2026-06-01T04:15Z'])
  })

  test('follow a zone that only the calendar defines', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Romance Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000']
    const winter = [
      ...zone,
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
    ]
    const summer = ['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200']
    const full = [...winter, ...summer, 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE']
    const at = (local: string) => event(`DTSTART;TZID=Romance Standard Time:${local}`, 'DURATION:PT1H')
    expect(await startsOf(calendar(...full, at('20260115T100000')))).toEqual(['2026-01-15T09:00Z'])
    expect(await startsOf(calendar(...full, at('20260715T100000')))).toEqual(['2026-07-15T08:00Z'])
  })

  test('keep their local time when the clocks change, in both directions and several zones', async () => {
    const weekly = (zone: string, first: string) =>
      startsOf(calendar(event(`DTSTART;TZID=${zone}:${first}T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')))
    expect(await weekly('Europe/Berlin', '20260325')).toEqual(['2026-03-25T08:00Z', '2026-04-01T07:00Z'])
    expect(await weekly('Europe/Berlin', '20261021')).toEqual(['2026-10-21T07:00Z', '2026-10-28T08:00Z'])
    expect(await weekly('America/New_York', '20260304')).toEqual(['2026-03-04T14:00Z', '2026-03-11T13:00Z'])
    expect(await weekly('Australia/Lord_Howe', '20260401')).toEqual(['2026-03-31T22:00Z', '2026-04-07T22:30Z'])
    // On the days of the change, a whole day has 23 or 25 hours, and a skipped time moves as in the system.
    const shortDay = await read(calendar(event('DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260330')))
    expect(shortDay).toMatchObject([{ starts_at: '2026-03-28T23:00:00.000Z', ends_at: '2026-03-29T22:00:00.000Z' }])
    const longDay = await read(calendar(event('DTSTART;VALUE=DATE:20261025')))
    expect(longDay).toMatchObject([{ starts_at: '2026-10-24T22:00:00.000Z', ends_at: '2026-10-25T23:00:00.000Z' }])
    const skipped = calendar(event('DTSTART;TZID=Europe/Berlin:20260329T023000', 'DURATION:PT1H'))
    expect(await startsOf(skipped)).toEqual(['2026-03-29T01:30Z'])
  })

  test('repeat with exceptions', async () => {
    const rule = ['DTSTART;TZID=Europe/Berlin:20260601T100000', 'DTEND;TZID=Europe/Berlin:20260601T110000']
    const series = event(
      ...rule,
      'RRULE:FREQ=DAILY;UNTIL=20260605T080000Z',
      'EXDATE;TZID=Europe/Berlin:20260602T100000',
    )
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20260603T100000',
      'DTSTART:20260603T150000Z',
      'DURATION:PT30M',
    )
    const cancelled = event('RECURRENCE-ID;TZID=Europe/Berlin:20260604T100000', ...rule, 'STATUS:CANCELLED')
    expect(await startsOf(calendar(series, moved, cancelled))).toEqual([
      '2026-06-01T08:00Z',
      '2026-06-03T15:00Z',
      '2026-06-05T08:00Z',
    ])
    // A shared calendar has the exception without its series.
    expect(await startsOf(calendar(moved))).toEqual(['2026-06-03T15:00Z'])
  })

  test('do not include free, cancelled and declined events', async () => {
    const freeEvents = [
      ['TRANSP:TRANSPARENT'],
      ['X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
      ['STATUS:CANCELLED'],
      ['ATTENDEE;PARTSTAT=DECLINED:mailto:Sam@northlight.example'],
    ]
    for (const lines of freeEvents) expect(await read(calendar(event(...hour, ...lines)))).toEqual([])
    const other = event(...hour, 'ATTENDEE;PARTSTAT=DECLINED:mailto:kim@other.example', 'TRANSP:OPAQUE')
    expect(await read(calendar(other))).toHaveLength(1)
    const named = calendar('X-WR-CALNAME:kim@other.example', other)
    expect(await read(named)).toEqual([])
    expect(await read(calendar(event('DTSTART:20260601T100000Z')))).toEqual([])
  })

  test('have no title if the event is private', async () => {
    const titled = (...lines: string[]) => read(calendar(event(...hour, 'SUMMARY:Dentist', ...lines)))
    expect(await titled()).toMatchObject([{ title: 'Dentist' }])
    expect(await titled('CLASS:PRIVATE')).toMatchObject([{ title: null }])
    expect(await titled('CLASS:CONFIDENTIAL')).toMatchObject([{ title: null }])
  })

  test('name the booking that an event is a copy of', async () => {
    const id = 'b6f6ba09-3eb3-4b5b-9d5f-6f0f3a4cb1a6'
    const copiedEvent = ['BEGIN:VEVENT', `UID:${id}@studiohub`, ...hour, 'END:VEVENT'].join('\r\n')
    expect(await read(calendar(copiedEvent))).toMatchObject([{ booking_id: id }])
    expect(await read(calendar(event(...hour)))).toMatchObject([{ booking_id: null }])
  })

  test('lie in the requested range, and the earliest are returned', async () => {
    const daily = calendar(event('DTSTART:20100101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'))
    const all = await read(daily)
    expect(all).toHaveLength(400)
    expect(all[0]?.starts_at).toBe('2026-01-01T10:00:00.000Z')
    const cut = await readCalendar(input({ text: daily, limit: 100 }))
    expect(cut).toMatchObject({ isTruncated: true })
    expect(cut.times.at(-1)?.starts_at).toBe('2026-04-10T10:00:00.000Z')
  })

  test('are read from 5,000 events in a few seconds', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => {
      const start = new Date(Date.parse('2026-01-02T00:00Z') + at * 3_600_000).toISOString().replace(/[-:]|\.000/g, '')
      return [
        'BEGIN:VEVENT',
        `UID:${at}@other.example`,
        `DTSTART:${start}`,
        'DURATION:PT30M',
        'SUMMARY:Busy',
        'END:VEVENT',
      ].join('\r\n')
    })
    const { times, isTruncated } = await readCalendar(input({ text: calendar(...many) }))
    expect(times).toHaveLength(5000)
    expect(isTruncated).toBe(false)
  })
})

describe('a hostile or broken calendar', () => {
  const errorOf = (text: string) => readCalendar(input({ text })).catch((error: Error) => error.message)

  test('that repeats without end is stopped', async () => {
    const tooComplex = 'The calendar is too large or repeats too often to be read.'
    const seconds = event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')
    expect(await errorOf(calendar(seconds))).toBe(tooComplex)
    // This day does not exist, so the library searches every year for it.
    const never = event(...hour, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')
    expect([tooComplex, []]).toContainEqual(
      await readCalendar(input({ text: calendar(never) })).then(
        ({ times }) => times,
        (error: Error) => error.message,
      ),
    )
  }, 60_000)

  test('that is not a calendar is rejected, and a broken event does not hide the others', async () => {
    const noCalendar = 'There is no calendar at this address. Copy the address that ends in .ics.'
    for (const text of ['', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR'])
      expect(await errorOf(text)).toBe(noCalendar)
    const broken = ['BEGIN:VEVENT', 'UID:two@other.example', 'DTSTART:someday', 'END:VEVENT'].join('\r\n')
    expect(await startsOf(calendar(broken, event(...hour)))).toEqual(['2026-06-01T10:00Z'])
  })

  test('does not stop other work', async () => {
    const seconds = calendar(event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'))
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 5)
    await errorOf(seconds)
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(3)
  })
})
