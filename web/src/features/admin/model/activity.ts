import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { auditActions } from '@studiohub/contract/shared/audit-actions.ts'

const words = new Map<string, string>(Object.entries(auditActions))

/** An action of the audit log in words: `bookings.cancel` is 'Booking cancelled'. */
export const wordsOfAction = (action: string) => words.get(action) ?? wordsOfCall(action)

/** What an entry is about, in words. A denied call changed nothing, so it has the name of the call: 'Bookings: cancel'. */
export const wordsOfEntry = ({ action, outcome }: { action: string; outcome: 'done' | 'denied' }) =>
  outcome === 'done' ? wordsOfAction(action) : wordsOfCall(action)

/** All actions of the audit log in words, by name, to choose from. A part of an action, such as `roles`, is added to them. */
export function listActionChoices(action: string): { value: string; label: string }[] {
  const choices = [...words].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
  return action === '' || words.has(action) ? choices : [{ value: action, label: wordsOfCall(action) }, ...choices]
}

function wordsOfCall(action: string): string {
  const [area = '', call = ''] = action.split('.')
  const text = call ? `${splitWords(area)}: ${splitWords(call)}` : splitWords(area)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const splitWords = (name: string) =>
  name.replaceAll('_', ' ').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** A field that changed. */
export type FieldChange = { field: string; before: string; after: string }

/** The fields of an entry that differ. Ids are replaced by the current names of people. */
export function changesOf({ before, after, names }: Pick<Activity, 'before' | 'after' | 'names'>): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const text = (value: unknown) => textOf(value, names)
  return fields
    .map((field) => ({ field: labelOf(field), before: text(was[field]), after: text(is[field]) }))
    .filter((change) => change.before !== change.after)
}

const fieldsOf = (facts: unknown): Record<string, unknown> =>
  facts !== null && typeof facts === 'object' && !Array.isArray(facts) ? { ...facts } : {}

const labelOf = (field: string) => {
  const words = field.replace(/_(id|ids|minor)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown, names: Activity['names']): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'string') return names[value] ?? (anId.test(value) ? 'an entry' : value.replaceAll('_', ' '))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((one) => textOf(one, names)).join(', ')
  return Object.entries(value)
    .map(([name, part]) => `${labelOf(name)} ${textOf(part, names)}`)
    .join(', ')
}

const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
