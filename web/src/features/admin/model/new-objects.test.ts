import { expect, test } from 'vitest'
import { isNewObject, listNewFields, summarizeNewObject } from './new-objects.ts'

const field = (name: string, after: string) => ({ field: name, before: '–', after })

test('a new object is summarized by its values', () => {
  expect(
    summarizeNewObject([
      field('Status', 'pending'),
      field('Days', '1'),
      field('Service type', 'Mixing Session'),
      field('Price', '€50'),
    ]),
  ).toBe('Pending, Mixing Session, €50')
  expect(
    summarizeNewObject([field('Status', 'pending'), field('Due date', '2026-12-08'), field('Priority', 'low')]),
  ).toBe('Pending, low priority, due Tue, Dec 8')
  expect(summarizeNewObject([field('Type', 'Video Studio'), field('Active', 'no'), field('Tier', 'Starter')])).toBe(
    'Starter, Video Studio',
  )
  expect(summarizeNewObject([field('Partnership type', 'Technology Partner')])).toBe('Technology Partner')
  expect(summarizeNewObject([field('Changed', 'name, notes')])).toBeNull()
})

test('an entry with earlier values is not a new object', () => {
  expect(isNewObject(null, [field('Status', 'pending')])).toBe(true)
  expect(isNewObject({ status: 'pending' }, [field('Fee', '€25')])).toBe(false)
})

test('the details of a new object leave out fields without information', () => {
  const changes = [
    field('Status', 'active'),
    field('Changed', 'title'),
    field('Resource', 'an entry'),
    field('AI assist', 'no'),
  ]
  expect(listNewFields(changes)).toEqual([field('Status', 'active')])
})
