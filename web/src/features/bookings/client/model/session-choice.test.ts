import { expect, test } from 'vitest'
import { emptyChoice, hasContent, readChoice } from './session-choice.ts'

test('a choice is read from the URL', () => {
  expect(readChoice({ service: 'recording', minutes: '90', day: '2026-12-01', time: '10:15' })).toEqual({
    ...emptyChoice,
    service: 'recording',
    minutes: 90,
    day: '2026-12-01',
    time: '10:15',
  })
})

test('invalid values in the URL are ignored', () => {
  const query = { service: '<b>', minutes: '2', day: '2026-13-01', time: '24:00', room_id: 'any', notes: 7 }
  expect(readChoice(query)).toEqual(emptyChoice)
  expect(readChoice({ minutes: '99999' }).minutes).toBeNull()
})

test('a choice is stored only if it has content', () => {
  expect(hasContent(emptyChoice)).toBe(false)
  expect(hasContent({ ...emptyChoice, notes: 'Two mics' })).toBe(true)
})
