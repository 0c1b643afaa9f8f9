import { type CalendarEvent, calendarText, writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { readCalendar } from '@studiohub/testing/calendars.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const event = (given: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'one@studiohub',
  sequence: 0,
  stamp: '2026-01-05T08:30:00.000Z',
  starts_at: '2026-06-01T08:00:00.000Z',
  ends_at: '2026-06-01T10:00:00.000Z',
  status: 'CONFIRMED',
  summary: 'Recording',
  ...given,
})
const write = (zone: string, ...events: CalendarEvent[]) => writeCalendar({ name: 'Blue Room', zone, events })
const reread = (zone: string, given: Partial<CalendarEvent>) => readCalendar(write(zone, event(given))).events[0]

describe('a calendar', () => {
  test('has lines of at most 75 octets, each with CRLF, for any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (summary) => {
        const written = write('Europe/Berlin', event({ summary }))
        expect(written.endsWith('END:VCALENDAR\r\n')).toBe(true)
        const lines = written.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(lines.join('')).not.toMatch(/[\r\n]/)
        expect(Buffer.from(written, 'utf8').toString('utf8')).toBe(written)
      }),
      { numRuns: 150 },
    )
  })

  test.each(Array.from({ length: 12 }, (_, more) => more))('never folds within a letter (%i before it)', (more) => {
    const summary = `${'x'.repeat(60 + more)}ü😀👩‍👩‍👧é end`
    expect(reread('UTC', { summary })?.summary).toBe(summary)
  })

  test('reads back as it was written: parse(write(x)) is x', () => {
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
          expect(reread(zone, { sequence, summary, description, starts_at, ends_at, status })).toMatchObject({
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
    const typed = 'Bring\r\nATTENDEE:mailto:eve@example.com\nEND:VEVENT\rBEGIN:VEVENT; a, b \\n c\u2028X:y\u0000'
    const written = write('Europe/Berlin', event({ description: typed, summary: 'A\r\nB', location: 'x\r\ny' }))
    expect(written.match(/BEGIN:VEVENT\r\n/g)).toHaveLength(1)
    expect(written).not.toMatch(/^(ATTENDEE|X:y)/m)
    const [read] = readCalendar(written).events
    expect(read).toMatchObject({ attendee: null, summary: 'A\nB', location: 'x\ny' })
    expect(read?.description).toBe('Bring\nATTENDEE:mailto:eve@example.com\nEND:VEVENT\nBEGIN:VEVENT; a, b \\n c\nX:y')
  })

  test('keeps a name with quotes and line breaks within its parameter', () => {
    const attendee = { name: 'Eve "x";\r\nCN=Z:mailto:a@b', email: 'eve@example.com' }
    const written = writeCalendar({
      zone: 'UTC',
      method: 'REQUEST',
      events: [event({ attendee, organizer: attendee })],
    })
    expect(readCalendar(written)).toMatchObject({ method: 'REQUEST', events: [{ attendee: 'mailto:eve@example.com' }] })
  })
})

describe('the clocks of a calendar', () => {
  test('are described for every day of its sessions, including days on which they change', () => {
    const hours = Array.from({ length: 96 }, (_, hour) => hour)
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/New_York', 'Africa/Cairo']) {
      for (const around of changesOf(zone, 2026)) {
        for (const hour of hours) {
          const starts = around - 24 * 3_600_000 + hour * 1_800_000
          const starts_at = new Date(starts).toISOString()
          const ends_at = new Date(starts + 3_600_000).toISOString()
          expect(reread(zone, { starts_at, ends_at })).toMatchObject({ starts_at, ends_at })
        }
      }
    }
  })

  test('show a session at its local time, past midnight and past the change', () => {
    // 23:00 to 04:00 in the night in which Berlin skips an hour: four hours.
    const night = { starts_at: '2026-03-28T22:00:00.000Z', ends_at: '2026-03-29T02:00:00.000Z' }
    const written = write('Europe/Berlin', event(night))
    expect(written).toContain('DTSTART;TZID=Europe/Berlin:20260328T230000\r\n')
    expect(written).toContain('DTEND;TZID=Europe/Berlin:20260329T040000\r\n')
    expect(written).toContain('TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n')
    expect(readCalendar(written).events[0]).toMatchObject({ ...night, local: '2026-03-28T23:00:00' })
  })

  test('use UTC for times that occur twice', () => {
    const twice = { starts_at: '2026-10-25T00:30:00.000Z', ends_at: '2026-10-25T01:30:00.000Z' }
    const written = write('Europe/Berlin', event(twice))
    expect(written).toContain('DTSTART:20261025T003000Z\r\nDTEND:20261025T013000Z\r\n')
  })

  test('need no description in UTC', () => {
    const written = write('Etc/UTC', event())
    expect(written).not.toContain('VTIMEZONE')
    expect(written).toContain('DTSTART:20260601T080000Z\r\n')
  })
})

function changesOf(zone: string, year: number): number[] {
  const found: number[] = []
  let at = Temporal.ZonedDateTime.from(`${year}-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  while (at && at.year === year) {
    found.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return found
}
