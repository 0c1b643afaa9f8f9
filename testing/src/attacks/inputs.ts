import type { DescribedCall, Schema } from './described.ts'

/** A random integer from 0 to `below`, exclusive. */
export type Dice = (below: number) => number

/** A seeded random generator (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function pick<Item>(items: readonly Item[], roll: Dice): Item {
  const item = items[roll(items.length)]
  if (item === undefined) throw new Error('the list to pick from is empty')
  return item
}

/** Values for inputs. `text` is used wherever free text is allowed. */
export type Supply = { ids: readonly string[]; today: string; text: string }

function textFor({ format, maxLength }: Schema, name: string, { ids, today, text }: Supply, roll: Dice): string {
  if (format === 'uuid' || /(^|_)ids?$|_(to|by)$/.test(name)) return pick(ids, roll)
  if (format === 'date' || name.endsWith('date')) return laterDay(today, roll(40))
  if (format === 'date-time') return new Date().toISOString()
  if (format === 'email' || name.includes('email')) return `${text}-${roll(1000)}@example.com`
  if (name.endsWith('time') || ['opens', 'closes'].includes(name)) return `${String(8 + roll(10)).padStart(2, '0')}:00`
  if (name === 'service_type' || name === 'service') return 'recording'
  if (name === 'timezone') return 'UTC'
  if (name === 'rrule') return `FREQ=WEEKLY;COUNT=${2 + roll(3)}`
  return `${text} ${roll(1000)}`.slice(0, maxLength)
}

const laterDay = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

/** A value that matches the schema. */
export function fitting(schema: Schema, supply: Supply, roll: Dice, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fitting(pick(choices, roll), supply, roll, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fitting(part, supply, roll, name)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, roll)
  const type = Array.isArray(schema.type) ? pick(schema.type, roll) : schema.type
  if (type === 'null') return null
  if (type === 'boolean') return roll(2) === 1
  if (type === 'integer' || type === 'number')
    return (schema.minimum ?? 0) + roll(Math.min(50, (schema.maximum ?? 50) - (schema.minimum ?? 0)) + 1)
  if (type === 'array') return Array.from({ length: roll(3) }, () => fitting(schema.items ?? {}, supply, roll, name))
  if (type === 'object' || schema.properties) return objectFor(schema, supply, roll)
  return textFor(schema, name, supply, roll)
}

function objectFor({ properties = {}, required = [] }: Schema, supply: Supply, roll: Dice) {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || roll(2) === 1)
  return Object.fromEntries(chosen.map(([name, part]) => [name, fitting(part, supply, roll, name)]))
}

/** Values that often break programs. */
const hostile: readonly unknown[] = [
  ...['', ' ', '0', '-1', 'null', 'undefined', '../../etc/passwd', "' or 1=1 --", '%00', '\0', '\ud800', '\u202e'],
  ...['2026-02-30', '0000-01-01', '9999-12-31', '275760-09-13', '-000001-01-01', '2026-13-01', '2026-1-1', 'hello'],
  ...['24:00', '99:99', '10:60', '25:00:00', 'T', '2026-03-29T02:30:00', '1e9', 'Infinity', 'UTC+25'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'x'.repeat(10_000),
    '\u00e9'.repeat(300),
  ],
  ...['FREQ=SECONDLY;COUNT=999999', 'RRULE:', 'DROP', '<script>', '{{7*7}}', '[]', '{}', 'a@b', '\ufeff'],
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE],
  ...[[], [[]], [null], {}, { a: 1 }, [{}], Array.from({ length: 200 }, () => 'x'), { constructor: { prototype: 1 } }],
]

/** The value with one part replaced, removed or added. */
export function spoiled(value: unknown, roll: Dice): unknown {
  if (typeof value !== 'object' || value === null || roll(4) === 0) return pick(hostile, roll)
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick(hostile, roll)]
    const at = roll(value.length)
    return value.map((part, index) => (index === at ? spoiled(part, roll) : part))
  }
  const fields = Object.entries(value)
  if (fields.length === 0 || roll(8) === 0) return { ...value, surplus: pick(hostile, roll) }
  const at = roll(fields.length)
  if (roll(5) === 0) return Object.fromEntries(fields.filter((_, index) => index !== at))
  return Object.fromEntries(fields.map(([name, part], index) => [name, index === at ? spoiled(part, roll) : part]))
}

/** The path of a call below `/api/v1`. @param idFor returns the value of a parameter */
export function addressFor(call: DescribedCall, idFor: (name: string) => string, query: Record<string, unknown> = {}) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    search.append(name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
  return search.size > 0 ? `${path}?${search}` : path
}
