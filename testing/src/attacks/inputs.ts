import type { DescribedCall, Schema } from './described.ts'

/** Returns a random integer from 0 up to, but not including, `below`. */
export type Random = (below: number) => number

/** A seeded random generator (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)]
  if (item === undefined) throw new Error('the list to pick from is empty')
  return item
}

/** Values for inputs. `text` is used wherever free text is allowed. */
export type InputValues = { ids: readonly string[]; today: string; text: string }

function textFor(
  { format, maxLength }: Schema,
  name: string,
  { ids, today, text }: InputValues,
  random: Random,
): string {
  if (format === 'uuid' || /(^|_)ids?$|_(to|by)$/.test(name)) return pick(ids, random)
  if (format === 'date' || name.endsWith('date')) return laterDay(today, random(40))
  if (format === 'date-time') return new Date().toISOString()
  if (format === 'email' || name.includes('email')) return `${text}-${random(1000)}@example.com`
  if (name.endsWith('time') || ['opens', 'closes'].includes(name))
    return `${String(8 + random(10)).padStart(2, '0')}:00`
  if (name === 'service_type' || name === 'service') return 'recording'
  if (name === 'timezone') return 'UTC'
  if (name === 'rrule') return `FREQ=WEEKLY;COUNT=${2 + random(3)}`
  return `${text} ${random(1000)}`.slice(0, maxLength)
}

const laterDay = (today: string, days: number) =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

/** A value that matches the schema. */
export function validValue(schema: Schema, inputValues: InputValues, random: Random, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(pick(choices, random), inputValues, random, name)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(part, inputValues, random, name)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  const type = Array.isArray(schema.type) ? pick(schema.type, random) : schema.type
  if (type === 'null') return null
  if (type === 'boolean') return random(2) === 1
  if (type === 'integer' || type === 'number')
    return (schema.minimum ?? 0) + random(Math.min(50, (schema.maximum ?? 50) - (schema.minimum ?? 0)) + 1)
  if (type === 'array')
    return Array.from({ length: random(3) }, () => validValue(schema.items ?? {}, inputValues, random, name))
  if (type === 'object' || schema.properties) return objectFor(schema, inputValues, random)
  return textFor(schema, name, inputValues, random)
}

function objectFor({ properties = {}, required = [] }: Schema, inputValues: InputValues, random: Random) {
  const includedProperties = Object.entries(properties).filter(([name]) => required.includes(name) || random(2) === 1)
  return Object.fromEntries(
    includedProperties.map(([name, part]) => [name, validValue(part, inputValues, random, name)]),
  )
}

/** Values that often break programs. */
const hostileValues: readonly unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  '../../etc/passwd',
  "' or 1=1 --",
  '%00',
  '\0',
  '\ud800',
  '\u202e',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '275760-09-13',
  '-000001-01-01',
  '2026-13-01',
  '2026-1-1',
  'hello',
  '24:00',
  '99:99',
  '10:60',
  '25:00:00',
  'T',
  '2026-03-29T02:30:00',
  '1e9',
  'Infinity',
  'UTC+25',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'x'.repeat(10_000),
  '\u00e9'.repeat(300),
  'FREQ=SECONDLY;COUNT=999999',
  'RRULE:',
  'DROP',
  '<script>',
  '{{7*7}}',
  '[]',
  '{}',
  'a@b',
  '\ufeff',
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.MIN_VALUE,
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  [{}],
  Array.from({ length: 200 }, () => 'x'),
  { constructor: { prototype: 1 } },
]

/** The value with one part replaced, removed or added. */
export function breakValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random(4) === 0) return pick(hostileValues, random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick(hostileValues, random)]
    const target = random(value.length)
    return value.map((part, index) => (index === target ? breakValue(part, random) : part))
  }
  const fields = Object.entries(value)
  if (fields.length === 0 || random(8) === 0) return { ...value, surplus: pick(hostileValues, random) }
  const target = random(fields.length)
  if (random(5) === 0) return Object.fromEntries(fields.filter((_, index) => index !== target))
  return Object.fromEntries(
    fields.map(([name, part], index) => [name, index === target ? breakValue(part, random) : part]),
  )
}

/** The path of a call below `/api/v1`. @param idFor returns the value of a parameter */
export function addressFor(call: DescribedCall, idFor: (name: string) => string, query: Record<string, unknown> = {}) {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idFor(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    search.append(name, typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
  return search.size > 0 ? `${path}?${search}` : path
}
