import type { Activity } from '@studiohub/contract/features/admin/schema.ts'

const objects: Record<string, string> = {
  bookings: 'Booking',
  clients: 'Client',
  checkins: 'Check-in',
  crew: 'Crew member',
  invitations: 'Invitation',
  roles: 'Role',
  projects: 'Project',
  board: 'Card',
  tasks: 'Task',
  studios: 'Studio',
  resources: 'Room or equipment',
  subscriptions: 'Plan',
}

const exceptions: Record<string, string> = {
  'bookings.createBlock': 'Time blocked',
  'bookings.createSeries': 'Series created',
  'bookings.updateSeries': 'Series changed',
  'bookings.cancelSeries': 'Series cancelled',
  'bookings.noShow': 'No-show marked or unmarked',
  'bookings.requestChange': 'Change requested',
  'bookings.approveChange': 'Change approved',
  'bookings.declineChange': 'Change declined',
  'bookings.withdrawChange': 'Change request withdrawn',
  'bookings.expireChange': 'Change request expired',
  'board.create_comment': 'Comment added',
  'board.delete_comment': 'Comment deleted',
  'board.create_file': 'File added',
  'board.delete_file': 'File deleted',
  'projects.move_phase': 'Project moved',
  'checkins.create': 'Client checked in',
  'checkins.checkout': 'Client checked out',
  'crew.createAdmin': 'Admin added',
  'crew.deleteAdmin': 'Admin removed',
  'crew.updateAgent': 'Assistant switched',
  'invitations.create': 'Person invited',
  'invitations.declineOwn': 'Invitation declined',
  'roles.request': 'Asked to join',
  'roles.cancel': 'Request to join withdrawn',
  'roles.approve': 'Request to join approved',
  'roles.reject': 'Request to join rejected',
  'roles.remove': 'Client removed',
  'roles.create': 'Joined the studio',
  'resources.updateOpeningHours': 'Opening hours changed',
  'resources.updateServices': 'Services changed',
}

const steps: Record<string, string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  remove: 'removed',
  move: 'moved',
  cancel: 'cancelled',
  confirm: 'confirmed',
  decline: 'declined',
  complete: 'completed',
  start: 'started',
  expire: 'expired',
  accept: 'accepted',
  resend: 'sent again',
  revoke: 'revoked',
  assign: 'assigned',
  activate: 'activated',
  merge: 'merged',
  import: 'imported',
}

/** An action of the trail in words: `bookings.cancel` is 'Booking cancelled'. */
export function wordsOfAction(action: string): string {
  const [area = '', step = ''] = action.split('.')
  const object = objects[area] ?? area
  return exceptions[action] ?? `${object} ${steps[step] ?? splitWords(step)}`
}

const splitWords = (name: string) =>
  name.replaceAll('_', ' ').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** A field that changed. */
export type FieldChange = { field: string; before: string; after: string }

/** The fields of an entry that differ, ids as the names that people have today. */
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
