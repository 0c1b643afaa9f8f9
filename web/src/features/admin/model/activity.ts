import { roleLabels } from '@studiohub/contract/actor.ts'
import type { Activity, AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { contactTopicLabels } from '@studiohub/contract/features/marketing/words.ts'
import { partnershipTypeLabels } from '@studiohub/contract/features/partners/words.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { studioTypeLabels } from '@studiohub/contract/features/studios/words.ts'
import { plans, tiers } from '@studiohub/contract/features/subscriptions/words.ts'
import { auditActions } from '@studiohub/contract/shared/audit-actions.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { describeAttempt, splitWords } from './attempts.ts'

const actionLabels = new Map<string, string>(Object.entries(auditActions))

/** An action of the audit log in words: `bookings.cancel` is 'Booking cancelled'. */
export const describeAction = (action: string) => actionLabels.get(action) ?? describeCall(action)

type DescribedEntry = {
  action: string
  outcome: 'done' | 'denied'
  studio_id?: string | null | undefined
  after?: unknown
}

/** An entry of the audit log in words. A denied call changed nothing: 'Tried to cancel a booking'. */
export function describeEntry({ action, outcome, studio_id, after }: DescribedEntry): string {
  if (outcome === 'denied') return `Tried to ${describeAttempt(action)}`
  const { role } = readFields(after)
  return isJoining({ action, studio_id, after }) ? `Joined as a ${splitWords(String(role))}` : describeAction(action)
}

/** Whether a person got a role of the platform. */
const isJoining = ({ action, studio_id, after }: Omit<DescribedEntry, 'outcome'>) =>
  action === 'roles.create' && studio_id === null && typeof readFields(after).role === 'string'

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

/** Replaces a value that is not set. */
export const NO_VALUE = '–'

/** Replaces an id of an object whose name is not known. */
const UNNAMED_ENTRY = 'an entry'

/** A field that changed, with its values as text. */
export type FieldChange = { field: string; before: string; after: string }

/** Fields that change with every save, or that the row shows already. */
const hiddenFields = new Set(['id', 'version', 'studio_id', 'created_at', 'updated_at', 'client_name'])

/** The labels of a studio's services by their keys. */
export type ServiceLabels = ReadonlyMap<string, string>

/** Actions whose text says the new status. */
const statusActions = new Set([
  'bookings.cancel',
  'bookings.complete',
  'bookings.confirm',
  'bookings.decline',
  'bookings.expire',
])

type TitledEntry = DescribedEntry & { subject?: Pick<AuditSubject, 'name'> | null }

/** The changes of an entry that its title, with `describeEntry` and the subject, does not say already. */
export function listOtherChanges(entry: TitledEntry, changes: readonly FieldChange[]): FieldChange[] {
  const saidField =
    entry.outcome === 'done' && (statusActions.has(entry.action) ? 'Status' : isJoining(entry) && 'Role')
  return changes.filter(({ field, after }) => field !== saidField && after !== entry.subject?.name)
}

type ChangedEntry = Pick<Activity, 'before' | 'after' | 'names'> & {
  outcome?: 'done' | 'denied'
  services?: ServiceLabels
}

/**
 * The fields that an entry changed, the status first. Current names of people and labels of services replace ids and keys.
 * @param timezone the zone in which instants are shown
 */
export function listChanges(
  { before, after, names, outcome, services }: ChangedEntry,
  timezone: string,
): FieldChange[] {
  const [oldFields, newFields] = [readFields(before), readFields(after)]
  const currency = [newFields.currency, oldFields.currency].find((value) => typeof value === 'string')
  const context = { names, timezone, currency, services }
  const fields = new Set(['status', ...Object.keys(oldFields), ...Object.keys(newFields)])
  return [...fields]
    .filter((field) => !hiddenFields.has(field))
    .map((field) => ({
      field: formatFieldName(field),
      before: formatField(field, oldFields[field], context),
      after: formatField(field, newFields[field], context),
    }))
    .filter((change) => change.before !== change.after)
    .flatMap((change) => (outcome === 'denied' && change.field === 'Code' ? listReasons(change) : [change]))
}

/** The error code of a denied call as a reason, such as 'plan limit reached'. The badge of the entry shows the plain codes. */
const listReasons = ({ before, after }: FieldChange): FieldChange[] =>
  after === 'NOT FOUND' || after === 'FORBIDDEN' ? [] : [{ field: 'Reason', before, after: after.toLowerCase() }]

/** Whether a call was denied because its object does not exist, or because the person may not see it. */
export const isNotFound = ({ outcome, after }: Pick<DescribedEntry, 'outcome' | 'after'>) =>
  outcome === 'denied' && readFields(after).code === 'NOT_FOUND'

const VALUE_LENGTH_MAX = 24

/**
 * The changes of an entry in one line: 'Status: pending → confirmed and 2 more'. Long values are left out. The line of a new
 * object is 'Details'. If the log does not store personal data, its field `changed` has the names.
 */
export function summarizeChanges(changes: readonly FieldChange[]): string {
  const isNew = changes.every(({ field, before }) => before === NO_VALUE && field !== 'Changed')
  const [first, ...others] = changes.flatMap((change) =>
    change.field === 'Changed' ? change.after.split(', ') : describeField(change),
  )
  if (isNew || first === undefined) return 'Details'
  return capitalize(others.length > 0 ? `${first} and ${others.length} more` : first)
}

/** Fields and values of a new object that say little about it. */
const plainFields = new Set(['Changed', 'Days', 'Number', 'Position'])
const plainValues = new Set([UNNAMED_ENTRY, NO_VALUE, '0', 'no'])

/** The changes of an entry, or the first values of a new object, in one line: 'Tier: trial, type: video'. */
export function summarizeFacts(changes: readonly FieldChange[]): string | null {
  const summary = summarizeChanges(changes)
  if (summary !== 'Details') return summary
  const facts = changes.filter(
    ({ field, after }) => !plainFields.has(field) && !plainValues.has(after) && after.length <= VALUE_LENGTH_MAX,
  )
  const [first, second] = facts.map(({ field, after }) => `${field}: ${after}`)
  if (!first) return null
  return second ? `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}` : first
}

function describeField({ field, before, after }: FieldChange): string {
  if (Math.max(before.length, after.length) > VALUE_LENGTH_MAX) return field
  return before === NO_VALUE ? `${field}: ${after}` : `${field}: ${before} → ${after}`
}

/** The fields of one side of an entry, empty if there are none. */
export function readFields(facts: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> =
    facts !== null && typeof facts === 'object' && !Array.isArray(facts) ? { ...facts } : {}
  // Texts and personal data are not stored. Only the names of these fields are. The file of a picture has a new URL each time.
  if (Array.isArray(fields.changed))
    fields.changed = fields.changed
      .filter((field) => !hiddenFields.has(field) && !('asset' in fields && field === 'url'))
      .map((field) => fieldLabels.get(field)?.toLowerCase() ?? field)
  return fields
}

/** The words for fields whose names are technical. */
const fieldLabels = new Map([
  ['asset', 'Picture'],
  ['slug', 'Page address'],
])

const formatFieldName = (field: string) =>
  field === 'ip'
    ? 'IP address'
    : (fieldLabels.get(field) ?? capitalize(splitWords(field.replace(/_(id|ids|minor|at)$/, ''))))

/** The labels of the values of a field. */
const valueLabels = new Map<string, ReadonlyMap<string, string>>(
  Object.entries({
    asset: { logo: 'Logo', favicon: 'Favicon', hero: 'Main picture', background: 'Background' },
    role: roleLabels,
    phase: phaseLabels,
    partnershipType: partnershipTypeLabels,
    topic: contactTopicLabels,
    tier: Object.fromEntries(tiers.map((tier) => [tier, plans[tier].name])),
    type: studioTypeLabels,
  }).map(([field, labels]) => [field, new Map(Object.entries(labels))]),
)

type FormatContext = {
  names: Activity['names']
  timezone: string
  currency: string | undefined
  services: ServiceLabels | undefined
}

function formatField(field: string, value: unknown, context: FormatContext): string {
  if (typeof value === 'number' && field.endsWith('_minor') && context.currency)
    return moneyText(value, context.currency)
  if (typeof value !== 'string') return formatValue(value, context)
  const label = field === 'service_type' ? context.services?.get(value) : valueLabels.get(field)?.get(value)
  return label ?? formatValue(value, context)
}

function formatValue(value: unknown, context: FormatContext): string {
  if (value === null || value === undefined) return NO_VALUE
  if (typeof value === 'string') return formatText(value, context)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((item) => formatValue(item, context)).join(', ') || NO_VALUE
  const { id } = readFields(value)
  if (typeof id === 'string' && context.names[id]) return context.names[id]
  return Object.entries(value)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${formatFieldName(name).toLowerCase()} ${formatField(name, part, context)}`)
    .join(', ')
}

function formatText(value: string, { names, timezone }: FormatContext): string {
  if (INSTANT_PATTERN.test(value)) return formatDateTime(value, timezone)
  return names[value] ?? (UUID_PATTERN.test(value) ? UNNAMED_ENTRY : value.replaceAll('_', ' '))
}

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
