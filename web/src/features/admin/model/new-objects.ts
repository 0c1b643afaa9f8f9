import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { type FieldChange, NO_VALUE } from './activity.ts'

const formatDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })
const DATE_PATTERN = /^\d{4}-\d\d-\d\d$/
const PARTS_MAX = 3

/** The fields that describe a new object best, in the order of its summary. The text follows or precedes the value. */
const summaryFields: [field: string, describe: (value: string) => string][] = [
  ['Status', (value) => value],
  ['Role', (value) => value],
  ['Picture', (value) => value],
  ['Partnership type', (value) => value],
  ['Topic', (value) => value],
  ['Tier', (value) => value],
  ['Type', (value) => value],
  ['Service type', (value) => value],
  ['Project type', (value) => value],
  ['Kind', (value) => value],
  ['Phase', (value) => value],
  ['Price', (value) => value],
  ['Amount', (value) => value],
  ['Priority', (value) => `${value} priority`],
  ['Due date', (value) => `due ${dayText(value)}`],
  ['First date', (value) => `from ${dayText(value)}`],
  ['Last date', (value) => `until ${dayText(value)}`],
]

const dayText = (value: string) => (DATE_PATTERN.test(value) ? formatDay(value) : value)

/** Fields that say nothing about a new object, or that other columns show. */
const hiddenFields = new Set(['Changed', 'Position', 'Currency', 'Client', 'User'])

/** Whether an entry created something: no field had a value before. */
export const isNewObject = (before: unknown, changes: readonly FieldChange[]) =>
  before === null && changes.every((change) => change.before === NO_VALUE)

/** The fields of a new object that have a value worth reading. */
export const listNewFields = (changes: readonly FieldChange[]) =>
  changes.filter(({ field, after }) => !hiddenFields.has(field) && after !== 'an entry' && after !== 'no')

/** A new object in one line, such as 'Pending, Mixing Session, €50'. Null if none of its fields describes it. */
export function summarizeNewObject(changes: readonly FieldChange[]): string | null {
  const values = new Map(changes.map(({ field, after }) => [field, after]))
  const parts = summaryFields.flatMap(([field, describe]) => {
    const value = values.get(field)
    return value === undefined ? [] : [describe(value)]
  })
  if (parts.length === 0) return null
  const text = parts.slice(0, PARTS_MAX).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
