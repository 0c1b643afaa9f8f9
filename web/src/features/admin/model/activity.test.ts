import { expect, test } from 'vitest'
import { describeAction, describeEntry, listActionChoices, listChanges, summarizeChanges } from './activity.ts'

test('an audit action is shown in words', () => {
  expect(describeAction('bookings.cancel')).toBe('Booking cancelled')
  expect(describeAction('crew.createAdmin')).toBe('Admin added')
  expect(describeAction('clients.undoClaim')).toBe('Claim undone')
  expect(describeAction('bookings.getHistory')).toBe('Bookings: get history')
})

test('a denied call is shown by the name of the call, because it changed nothing', () => {
  expect(describeEntry({ action: 'bookings.cancel', outcome: 'done' })).toBe('Booking cancelled')
  expect(describeEntry({ action: 'bookings.cancel', outcome: 'denied' })).toBe('Bookings: cancel')
  expect(describeEntry({ action: 'roles.removeClient', outcome: 'denied' })).toBe('Roles: remove client')
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
  expect(listChanges({ before, after, names: { [id]: 'Sam' } })).toEqual([
    { field: 'At desk', before: 'no', after: 'yes' },
  ])
  expect(listChanges({ before: null, after: { user_id: id }, names: { [id]: 'Sam' } })).toEqual([
    { field: 'User', before: '-', after: 'Sam' },
  ])
  expect(listChanges({ before: { room_id: id }, after: { room_id: null }, names: {} })).toEqual([
    { field: 'Room', before: 'an entry', after: '-' },
  ])
})

test('the changed fields of an entry are named in one line', () => {
  const change = (field: string, before = 'a') => ({ field, before, after: 'b' })
  expect(summarizeChanges([change('Status')])).toBe('Status')
  expect(summarizeChanges([change('Status'), change('Starts at')])).toBe('Status, starts at')
  expect(summarizeChanges(['Status', 'Starts at', 'Ends at', 'Version'].map((field) => change(field)))).toBe(
    'Status, starts at and 2 more',
  )
  expect(summarizeChanges([{ field: 'Changed', before: '-', after: 'phone, tags, notes' }])).toBe(
    'Phone, tags and 1 more',
  )
  expect(summarizeChanges([change('Status', '-'), change('Starts at', '-')])).toBe('Details')
})
