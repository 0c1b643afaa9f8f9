import { expect, test } from 'vitest'
import { changesOf, listActionChoices, wordsOfAction, wordsOfEntry } from './activity.ts'

test('audit actions have a text', () => {
  expect(wordsOfAction('bookings.cancel')).toBe('Booking cancelled')
  expect(wordsOfAction('crew.createAdmin')).toBe('Admin added')
  expect(wordsOfAction('clients.undoClaim')).toBe('Claim undone')
  expect(wordsOfAction('bookings.getHistory')).toBe('Bookings: get history')
})

test('a denied call is shown as the call, because it changed nothing', () => {
  expect(wordsOfEntry({ action: 'bookings.cancel', outcome: 'done' })).toBe('Booking cancelled')
  expect(wordsOfEntry({ action: 'bookings.cancel', outcome: 'denied' })).toBe('Bookings: cancel')
  expect(wordsOfEntry({ action: 'roles.removeClient', outcome: 'denied' })).toBe('Roles: remove client')
})

test('actions can be chosen by their words, and a part of an action stays a choice', () => {
  const choices = listActionChoices('')
  expect(choices).toContainEqual({ value: 'studios.create', label: 'Studio created' })
  expect(choices.map(({ label }) => label)).toEqual(
    choices.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b)),
  )
  expect(listActionChoices('roles')[0]).toEqual({ value: 'roles', label: 'Roles' })
  expect(listActionChoices('studios.create')).toHaveLength(choices.length)
})

test('only changed fields are shown, with the current names of people', () => {
  const id = '7f3f1f6e-2f0a-4a4e-9f0e-000000000001'
  const before = { user_id: id, at_desk: false, status: 'pending' }
  const after = { user_id: id, at_desk: true, status: 'pending' }
  expect(changesOf({ before, after, names: { [id]: 'Sam' } })).toEqual([
    { field: 'At desk', before: 'no', after: 'yes' },
  ])
  expect(changesOf({ before: null, after: { user_id: id }, names: { [id]: 'Sam' } })).toEqual([
    { field: 'User', before: '-', after: 'Sam' },
  ])
  expect(changesOf({ before: { room_id: id }, after: { room_id: null }, names: {} })).toEqual([
    { field: 'Room', before: 'an entry', after: '-' },
  ])
})
