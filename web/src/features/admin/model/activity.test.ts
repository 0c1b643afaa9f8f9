import { expect, test } from 'vitest'
import {
  describeAction,
  describeEntry,
  isNotFound,
  listActionChoices,
  listChanges,
  listOtherChanges,
  summarizeChanges,
  summarizeFacts,
} from './activity.ts'

test('an audit action is shown in words', () => {
  expect(describeAction('bookings.cancel')).toBe('Booking cancelled')
  expect(describeAction('crew.createAdmin')).toBe('Admin added')
  expect(describeAction('clients.undoClaim')).toBe('Claim undone')
  expect(describeAction('bookings.getHistory')).toBe('Bookings: get history')
})

test('a denied call is an attempt, with its reason if the badge does not show it', () => {
  expect(describeEntry({ action: 'bookings.cancel', outcome: 'done' })).toBe('Booking cancelled')
  expect(describeEntry({ action: 'bookings.cancel', outcome: 'denied' })).toBe('Tried to cancel a booking')
  expect(describeEntry({ action: 'roles.removeClient', outcome: 'denied' })).toBe('Tried to remove a client')
  const reasonsOf = (code: string) =>
    listChanges({ before: null, after: { code }, names: {}, outcome: 'denied' }, 'Europe/Amsterdam')
  expect([reasonsOf('NOT_FOUND'), reasonsOf('FORBIDDEN')]).toEqual([[], []])
  expect(reasonsOf('PLAN_LIMIT_REACHED')).toEqual([{ field: 'Reason', before: '–', after: 'plan limit reached' }])
  expect(isNotFound({ outcome: 'denied', after: { code: 'NOT_FOUND' } })).toBe(true)
  expect(isNotFound({ outcome: 'denied', after: { code: 'FORBIDDEN' } })).toBe(false)
})

test('a role has the name that people read', () => {
  const entry = { before: null, after: { role: 'staff' }, names: {} }
  expect(listChanges(entry, 'Europe/Amsterdam')).toEqual([{ field: 'Role', before: '–', after: 'Crew Member' }])
})

test('codes are shown as their labels, and a code without one as words', () => {
  const listValues = (after: Record<string, string>) =>
    listChanges({ before: null, after, names: {} }, 'Europe/Amsterdam').map((change) => change.after)
  expect(listValues({ partnershipType: 'technology' })).toEqual(['Technology Partner'])
  expect(listValues({ topic: 'sales' })).toEqual(['Plans and prices'])
  expect(listValues({ tier: 'starter', type: 'video' })).toEqual(['Starter', 'Video Studio'])
  expect(listValues({ type: 'charge_refunded' })).toEqual(['charge refunded'])
})

test('a role without a studio names the role', () => {
  const entry = { action: 'roles.create', outcome: 'done', after: { role: 'partner' } } as const
  expect(describeEntry({ ...entry, studio_id: null })).toBe('Joined as a partner')
  expect(describeEntry({ ...entry, studio_id: '7f3f1f6e-2f0a-4a4e-9f0e-000000000001' })).toBe('Joined the studio')
})

test('a row does not repeat what its title says', () => {
  const status = { field: 'Status', before: 'confirmed', after: 'completed' }
  const fee = { field: 'Fee', before: '–', after: '€25' }
  const rest = (action: string, after?: object) =>
    listOtherChanges({ action, outcome: 'done', studio_id: null, after }, [status, fee])
  expect(rest('bookings.complete')).toEqual([fee])
  expect(rest('bookings.update')).toEqual([status, fee])
  const room = { field: 'Resource', before: '–', after: 'Studio A' }
  const picture = { action: 'resources.createPicture', outcome: 'done', subject: { name: 'Studio A' } } as const
  expect(listOtherChanges(picture, [room, fee])).toEqual([fee])
  const role = { field: 'Role', before: '–', after: 'Partner' }
  const joined = { action: 'roles.create', outcome: 'done', after: { role: 'partner' } } as const
  expect(listOtherChanges({ ...joined, studio_id: null }, [role])).toEqual([])
  expect(listOtherChanges({ ...joined, studio_id: 'northlight' }, [role])).toEqual([role])
  expect(listOtherChanges({ ...joined, outcome: 'denied', studio_id: null }, [role])).toEqual([role])
})

test('fields with technical names have words', () => {
  const listed = (after: object) => listChanges({ before: null, after, names: {} }, 'UTC')
  expect(listed({ asset: 'hero', changed: ['url'] })).toEqual([
    { field: 'Picture', before: '–', after: 'Main picture' },
  ])
  expect(listed({ changed: ['slug', 'version', 'name'] })).toEqual([
    { field: 'Changed', before: '–', after: 'page address, name' },
  ])
  expect(listed({ slug: 'northlight' })).toEqual([{ field: 'Page address', before: '–', after: 'northlight' }])
})

test('the choices are all actions sorted by label, and a part of an action is added to them', () => {
  const choices = listActionChoices('')
  expect(choices).toContainEqual({ value: 'studios.create', label: 'Studio created' })
  expect(choices.map(({ label }) => label)).toEqual(
    choices.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b)),
  )
  expect(listActionChoices('roles')[0]).toEqual({ value: 'roles', label: 'Roles' })
  expect(listActionChoices('studios.create')).toHaveLength(choices.length)
})

test('an entry shows only its changed fields, with the current names of people', () => {
  const id = '7f3f1f6e-2f0a-4a4e-9f0e-000000000001'
  const before = { user_id: id, at_desk: false, status: 'pending', version: 1 }
  const after = { user_id: id, at_desk: true, status: 'pending', version: 2 }
  const listed = (facts: Omit<Parameters<typeof listChanges>[0], 'names'>) =>
    listChanges({ ...facts, names: { [id]: 'Sam' } }, 'Europe/Amsterdam')
  expect(listed({ before, after })).toEqual([{ field: 'At desk', before: 'no', after: 'yes' }])
  expect(listed({ before: null, after: { user_id: id } })).toEqual([{ field: 'User', before: '–', after: 'Sam' }])
  const other = id.replace('7f', '8a')
  expect(listed({ before: { room_id: other }, after: { room_id: null } })).toEqual([
    { field: 'Room', before: 'an entry', after: '–' },
  ])
  // Times of saving are not shown.
  const changed = ['updated_at', 'rates']
  expect(listed({ before: { id }, after: { id, updated_at: '2026-11-29T02:07:47Z', changed } })).toEqual([
    { field: 'Changed', before: '–', after: 'rates' },
  ])
})

test('money and times of an entry are readable, and its status comes first', () => {
  const before = { currency: 'EUR', fee: null, price_minor: 2500, status: 'pending', starts_at: null }
  const fee = { kind: 'cancellation', percent: 50, waived_at: null, amount_minor: 1250 }
  const after = { currency: 'EUR', fee, price_minor: 5000, status: 'confirmed', starts_at: '2026-12-01T16:00:00.000Z' }
  expect(listChanges({ before, after, names: {} }, 'Europe/Amsterdam')).toEqual([
    { field: 'Status', before: 'pending', after: 'confirmed' },
    { field: 'Fee', before: '–', after: 'kind cancellation, percent 50, amount €12.50' },
    { field: 'Price', before: '€25', after: '€50' },
    { field: 'Starts', before: '–', after: 'Dec 1, 2026, 17:00' },
  ])
})

test('a service of the studio has its label, and a deleted one its key', () => {
  const [before, after] = [{ service_type: 'vocal_tuning' }, { service_type: 'mixing' }]
  const services = new Map([['mixing', 'Mixing Session']])
  expect(listChanges({ before, after, names: {}, services }, 'UTC')).toEqual([
    { field: 'Service type', before: 'vocal tuning', after: 'Mixing Session' },
  ])
})

test('the changes of an entry are summarized in one line', () => {
  const change = (field: string, before = 'a') => ({ field, before, after: 'b' })
  expect(summarizeChanges([change('Status')])).toBe('Status: a → b')
  expect(summarizeChanges(['Status', 'Starts', 'Ends'].map((field) => change(field)))).toBe('Status: a → b and 2 more')
  expect(summarizeChanges([change('Notes', 'a long text that does not fit'), change('Status')])).toBe(
    'Notes and 1 more',
  )
  expect(summarizeChanges([{ field: 'Changed', before: '–', after: 'phone, tags, notes' }])).toBe('Phone and 2 more')
  expect(summarizeChanges([change('Status', '–'), change('Starts', '–')])).toBe('Details')
})

test('a new object is summarized by its first values', () => {
  const fact = (field: string, after: string) => ({ field, before: '–', after })
  expect(summarizeFacts([fact('Role', 'staff'), fact('At desk', 'no')])).toBe('Role: staff')
  expect(
    summarizeFacts([fact('Tier', 'trial'), fact('Position', '3'), fact('Type', 'video'), fact('City', 'Rome')]),
  ).toBe('Tier: trial, type: video')
  expect(summarizeFacts([{ field: 'Status', before: 'pending', after: 'confirmed' }])).toBe(
    'Status: pending → confirmed',
  )
  expect(summarizeFacts([fact('Resource', 'an entry')])).toBeNull()
})
