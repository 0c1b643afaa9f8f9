import { expect, test } from 'vitest'
import { emptyChoice, hasContent, readChoice, resumeChoice } from './session-choice.ts'

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

test('a link to the stored service continues the stored choice, at the time of the link', () => {
  const stored = {
    ...emptyChoice,
    service: 'recording',
    day: '2026-12-02',
    time: '14:00',
    minutes: 90,
    notes: 'Two mics',
  }
  const link = { ...emptyChoice, service: 'recording', day: '2026-12-01', time: '10:15', minutes: 60 }
  expect(resumeChoice(stored, link)).toEqual({ ...link, notes: 'Two mics' })
  expect(resumeChoice(stored, { ...link, service: '' })).toEqual({ ...link, notes: 'Two mics' })
  expect(resumeChoice(stored, { ...link, time: '' })).toEqual(stored)
  expect(resumeChoice({ ...emptyChoice, notes: 'Two mics' }, { ...link, service: '', time: '' })).toEqual({
    ...emptyChoice,
    day: '2026-12-01',
    minutes: 60,
    notes: 'Two mics',
  })
})

test('a link to another service takes only the notes of the stored choice', () => {
  const stored = { ...emptyChoice, service: 'mixing', day: '2026-12-02', time: '14:00', notes: 'Two mics' }
  const link = { ...emptyChoice, service: 'recording', day: '2026-12-01' }
  expect(resumeChoice(stored, link)).toEqual({ ...link, notes: 'Two mics' })
  expect(resumeChoice(emptyChoice, link)).toEqual(link)
})
