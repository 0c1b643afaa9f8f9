import { expect, test } from 'vitest'
import { listConflictingNames, mergeVersions } from './three-way.ts'

const base = { name: 'North', phone: '1', place: 'Pier 4' }

test('changes of different fields are no conflict, and both stay', () => {
  const sides = { base, mine: { ...base, name: 'South' }, theirs: { ...base, phone: '2' } }
  expect(listConflictingNames(sides)).toEqual([])
  expect(mergeVersions(sides, 'mine')).toEqual({ name: 'South', phone: '2', place: 'Pier 4' })
})

test('the same change on both sides is no conflict', () => {
  const both = { ...base, name: 'South' }
  expect(listConflictingNames({ base, mine: both, theirs: both })).toEqual([])
})

test('a field changed on both sides is a conflict, and either value can be taken', () => {
  const sides = { base, mine: { ...base, name: 'South', place: 'Pier 5' }, theirs: { ...base, name: 'West' } }
  expect(listConflictingNames(sides)).toEqual(['name'])
  expect(mergeVersions(sides, 'mine')).toEqual({ name: 'South', phone: '1', place: 'Pier 5' })
  expect(mergeVersions(sides, 'theirs')).toEqual({ name: 'West', phone: '1', place: 'Pier 5' })
})

test('a removed entry stays removed unless the other side changed it', () => {
  const days: Record<string, string> = { christmas: 'closed', easter: 'closed' }
  const without: Record<string, string> = { easter: 'closed' }
  expect(mergeVersions({ base: days, mine: without, theirs: days }, 'mine')).toEqual({ easter: 'closed' })
  const sides = { base: days, mine: without, theirs: { ...days, christmas: 'till noon' } }
  expect(listConflictingNames(sides)).toEqual(['christmas'])
  expect(mergeVersions(sides, 'theirs')).toEqual({ easter: 'closed', christmas: 'till noon' })
})
