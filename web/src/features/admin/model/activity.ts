import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { auditActions } from '@studiohub/contract/shared/audit-actions.ts'

const actionLabels = new Map<string, string>(Object.entries(auditActions))

/** An action of the audit log in words: `bookings.cancel` is 'Booking cancelled'. */
export const describeAction = (action: string) => actionLabels.get(action) ?? describeCall(action)

/** An entry of the audit log in words. A denied call changed nothing, so it has the name of the call: 'Bookings: cancel'. */
export const describeEntry = ({ action, outcome }: { action: string; outcome: 'done' | 'denied' }) =>
  outcome === 'done' ? describeAction(action) : describeCall(action)

/**
 * All actions of the audit log as choices, sorted by label.
 * @param action the current filter. A part of an action, such as `roles`, becomes the first choice
 */
export function listActionChoices(action: string): { value: string; label: string }[] {
  const choices = [...actionLabels]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return action === '' || actionLabels.has(action)
    ? choices
    : [{ value: action, label: describeCall(action) }, ...choices]
}

function describeCall(action: string): string {
  const [area = '', call = ''] = action.split('.')
  return capitalize(call ? `${splitWords(area)}: ${splitWords(call)}` : splitWords(area))
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const splitWords = (name: string) =>
  name.replaceAll('_', ' ').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** A field that changed, with its values as text. */
export type FieldChange = { field: string; before: string; after: string }

/** The fields that an entry changed, without the version. The current names of people replace their ids. */
export function listChanges({ before, after, names }: Pick<Activity, 'before' | 'after' | 'names'>): FieldChange[] {
  const [oldFields, newFields] = [readFields(before), readFields(after)]
  const fields = [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])].filter(
    (field) => field !== 'version',
  )
  const format = (value: unknown) => formatValue(value, names)
  return fields
    .map((field) => ({
      field: formatFieldName(field),
      before: format(oldFields[field]),
      after: format(newFields[field]),
    }))
    .filter((change) => change.before !== change.after)
}

const SHOWN_FIELDS = 2

/**
 * The names of changed fields in one line: 'Starts, ends and 2 more'. An entry of something new says 'Details' instead.
 * Where the log does not store personal data, its field `changed` has the names.
 */
export function summarizeChanges(changes: readonly FieldChange[]): string {
  const names = changes.flatMap(({ field, after }) => (field === 'Changed' ? after.split(', ') : field))
  const isNew = changes.every(({ field, before }) => before === '-' && field !== 'Changed')
  if (isNew || names.length === 0) return 'Details'
  const text = names.slice(0, SHOWN_FIELDS).join(', ').toLowerCase()
  const rest = names.length - SHOWN_FIELDS
  return capitalize(rest > 0 ? `${text} and ${rest} more` : text)
}

const readFields = (facts: unknown): Record<string, unknown> =>
  facts !== null && typeof facts === 'object' && !Array.isArray(facts) ? { ...facts } : {}

const formatFieldName = (field: string) => capitalize(field.replace(/_(id|ids|minor)$/, '').replaceAll('_', ' '))

function formatValue(value: unknown, names: Activity['names']): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string')
    return names[value] ?? (UUID_PATTERN.test(value) ? 'an entry' : value.replaceAll('_', ' '))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((item) => formatValue(item, names)).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${formatFieldName(name)} ${formatValue(part, names)}`)
    .join(', ')
}

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
