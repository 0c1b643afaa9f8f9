import { type CalendarEvent, calendarText, writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { readCalendar } from '@studiohub/testing/calendars.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const anEvent = (overrides: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'one@studiohub',
  sequence: 0,
  stamp: '2026-01-05T08:30:00.000Z',
  starts_at: '2026-06-01T08:00:00.000Z',
  ends_at: '2026-06-01T10:00:00.000Z',
  status: 'CONFIRMED',
  summary: 'Recording',
  ...overrides,
})
const writeEvents = (zone: string, ...events: CalendarEvent[]) => writeCalendar({ name: 'Blue Room', zone, events })
const writeAndRead = (zone: string, overrides: Partial<CalendarEvent>) =>
  readCalendar(writeEvents(zone, anEvent(overrides))).events[0]

describe('a calendar', () => {
  test('has lines of at most 75 octets, each with CRLF, for any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (summary) => {
        const text = writeEvents('Europe/Berlin', anEvent({ summary }))
        expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
        const lines = text.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(lines.join('')).not.toMatch(/[\r\n]/)
        expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text)
      }),
      { numRuns: 150 },
    )
  })

  test.each(Array.from({ length: 12 }, (_, length) => length))(
    'never folds a line within a letter (%i before it)',
    (length) => {
      const summary = `${'x'.repeat(60 + length)}ü😀👩‍👩‍👧é end`
      expect(writeAndRead('UTC', { summary })?.summary).toBe(summary)
    },
  )

  test('is read with the values that were written: parse(write(x)) is x', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 120 })
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Chatham']
    fc.assert(
      fc.property(
        fc.record({ zone: fc.constantFrom(...zones), sequence: fc.nat(), summary: texts, description: texts }),
        fc.integer({ min: 0, max: 11 * 365 * 1440 }),
        fc.integer({ min: 1, max: 1440 }),
        fc.constantFrom('CONFIRMED', 'TENTATIVE', 'CANCELLED'),
        ({ zone, sequence, summary, description }, minute, minutes, status) => {
          const starts = Date.parse('2020-01-01T00:00:00Z') + minute * 60_000
          const [starts_at, ends_at] = [starts, starts + minutes * 60_000].map((at) => new Date(at).toISOString())
          if (!starts_at || !ends_at) return
          expect(writeAndRead(zone, { sequence, summary, description, starts_at, ends_at, status })).toMatchObject({
            uid: 'one@studiohub',
            sequence,
            summary: calendarText(summary),
            starts_at,
            ends_at,
            status,
            description: description ? calendarText(description) : null,
          })
        },
      ),
      { numRuns: 120 },
    )
  })

  test('escapes entered text, so that a line break in a note does not start a property', () => {
    const enteredText = 'Bring\r\nATTENDEE:mailto:eve@example.com\nEND:VEVENT\rBEGIN:VEVENT; a, b \\n c\u2028X:y\u0000'
    const text = writeEvents(
      'Europe/Berlin',
      anEvent({ description: enteredText, summary: 'A\r\nB', location: 'x\r\ny' }),
    )
    expect(text.match(/BEGIN:VEVENT\r\n/g)).toHaveLength(1)
    expect(text).not.toMatch(/^(ATTENDEE|X:y)/m)
    const [read] = readCalendar(text).events
    expect(read).toMatchObject({ attendee: null, summary: 'A\nB', location: 'x\ny' })
    expect(read?.description).toBe('Bring\nATTENDEE:mailto:eve@example.com\nEND:VEVENT\nBEGIN:VEVENT; a, b \\n c\nX:y')
  })

  test('keeps a name with quotes and line breaks within its parameter', () => {
    const attendee = { name: 'Eve "x";\r\nCN=Z:mailto:a@b', email: 'eve@example.com' }
    const text = writeCalendar({
      zone: 'UTC',
      method: 'REQUEST',
      events: [anEvent({ attendee, organizer: attendee })],
    })
    expect(readCalendar(text)).toMatchObject({ method: 'REQUEST', events: [{ attendee: 'mailto:eve@example.com' }] })
  })
})

describe('the times of a calendar', () => {
  test('have a time zone for every day of its sessions, including days on which the clocks change', () => {
    const hours = Array.from({ length: 96 }, (_, hour) => hour)
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Africa/Cairo']) {
      for (const change of clockChangesOf(zone, 2026)) {
        for (const hour of hours) {
          const starts = change - 24 * 3_600_000 + hour * 1_800_000
          const starts_at = new Date(starts).toISOString()
          const ends_at = new Date(starts + 3_600_000).toISOString()
          expect(writeAndRead(zone, { starts_at, ends_at })).toMatchObject({ starts_at, ends_at })
        }
      }
    }
  })

  test('show a session at its local time, past midnight and past a clock change', () => {
    // 23:00 to 04:00 in the night in which Berlin skips an hour: four hours.
    const night = { starts_at: '2026-03-28T22:00:00.000Z', ends_at: '2026-03-29T02:00:00.000Z' }
    const text = writeEvents('Europe/Berlin', anEvent(night))
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260328T230000\r\n')
    expect(text).toContain('DTEND;TZID=Europe/Berlin:20260329T040000\r\n')
    expect(text).toContain('TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n')
    expect(readCalendar(text).events[0]).toMatchObject({ ...night, local: '2026-03-28T23:00:00' })
  })

  test('are in UTC if they occur twice', () => {
    const ambiguousTimes = { starts_at: '2026-10-25T00:30:00.000Z', ends_at: '2026-10-25T01:30:00.000Z' }
    const text = writeEvents('Europe/Berlin', anEvent(ambiguousTimes))
    expect(text).toContain('DTSTART:20261025T003000Z\r\nDTEND:20261025T013000Z\r\n')
  })

  test('need no time zone description in UTC', () => {
    const text = writeEvents('Etc/UTC', anEvent())
    expect(text).not.toContain('VTIMEZONE')
    expect(text).toContain('DTSTART:20260601T080000Z\r\n')
  })
})

function clockChangesOf(zone: string, year: number): number[] {
  const instants: number[] = []
  let at = Temporal.ZonedDateTime.from(`${year}-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  while (at && at.year === year) {
    instants.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return instants
}
