import { expect, test } from 'vitest'
import { emptyChoice, hasContent, readChoice } from './session-choice.ts'

test('reads a choice from an address', () => {
  expect(readChoice({ service: 'recording', minutes: '90', day: '2026-12-01', time: '10:15' })).toEqual({
    ...emptyChoice,
    service: 'recording',
    minutes: 90,
    day: '2026-12-01',
    time: '10:15',
  })
})

test('what makes no sense in an address counts as not said', () => {
  const said = { service: '<b>', minutes: '2', day: '2026-13-01', time: '24:00', room_id: 'any', notes: 7 }
  expect(readChoice(said)).toEqual(emptyChoice)
  expect(readChoice({ minutes: '99999' }).minutes).toBeNull()
})

test('only what would be missed is worth keeping', () => {
  expect(hasContent(emptyChoice)).toBe(false)
  expect(hasContent({ ...emptyChoice, notes: 'Two mics' })).toBe(true)
})
