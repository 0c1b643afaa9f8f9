import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsers } from './parsers.ts'

const TIMESTAMPTZ = 1184
const parse = parsers[TIMESTAMPTZ]

/** As PostgreSQL writes an instant in UTC: without zeros at the end of the fraction, and without an empty one. */
const asPostgresWrites = (at: Date, micros: number) => {
  const [day = '', rest = ''] = at.toISOString().split('T')
  const fraction = `${rest.slice(9, 12)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '')
  return `${day} ${rest.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}+00`
}

test("an instant has JavaScript's format, with any fraction", () => {
  const instant = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 999 }), (at, micros) => {
      expect(parse?.(asPostgresWrites(at, micros))).toBe(at.toISOString())
    }),
  )
})

test.each([
  ['another offset', '2026-11-23 14:05:00+05:30', '2026-11-23T08:35:00.000Z'],
  ['a year of five digits', '12026-11-23 14:05:00+00', '+012026-11-23T14:05:00.000Z'],
])('%s is parsed', (_what, text, instant) => {
  expect(parse?.(text)).toBe(instant)
})
