import { expect, test } from 'vitest'
import { describeAttempt } from './attempts.ts'

test('an attempt names its object, not its call', () => {
  expect(describeAttempt('invoices.get')).toBe('open an invoice')
  expect(describeAttempt('projects.list')).toBe('see projects')
  expect(describeAttempt('conversations.listMessages')).toBe('read messages')
  expect(describeAttempt('admin.getStudio')).toBe('open a studio')
  expect(describeAttempt('resources.updateOpeningHours')).toBe('change opening hours')
  expect(describeAttempt('session.open')).toBe('sign in')
})

test('a call without a name is an unknown request', () => {
  expect(describeAttempt('unknown')).toBe('make an unknown request')
})
