import { expect, test } from 'vitest'
import { formatsOfCountry } from '#shared/formats.ts'
import { composeAnswer, findIntent, greetingFor, type Intent, joinStartTimes, spreadStarts } from './rules.ts'

test('keywords decide the intent of a message', () => {
  const examples: [string, Intent][] = [
    ['When is my next session?', 'next_session'],
    ['What times are free this week?', 'free_times'],
    ['when is the big room free', 'free_times'],
    ['What is BLOCKED right now', 'blocked'],
    ['How are my projects doing?', 'my_projects'],
    ['which tasks are overdue', 'my_tasks'],
    ['What is on my board?', 'my_cards'],
    ['show me the cards', 'my_cards'],
    ['What does mixing cost?', 'prices'],
    ['price list please', 'prices'],
    ['I want to book a room', 'booking'],
    ['Can you move my recording session to Tuesday at 10?', 'change_session'],
    ['please cancel my next booking', 'change_session'],
    ['thanks a lot', 'thanks'],
    ['Hi Stu', 'hello'],
    ['what can you do?', 'help'],
    ['qwertz', 'unknown'],
    ['this is a shipment', 'unknown'],
  ]
  for (const [text, intent] of examples) expect(findIntent(text), text).toBe(intent)
})

test('the voice setting of a studio changes the tone of an answer, but not its facts', () => {
  const facts = { sentences: ['Your next session is on Monday.'], isEmpty: false }
  const answers = (['professional', 'casual', 'cinematic', 'playful'] as const).map((voice) =>
    composeAnswer('next_session', voice, facts),
  )
  expect(new Set(answers).size).toBe(4)
  for (const text of answers) expect(text).toMatch(/Your next session is on Monday\.$/)
  expect(greetingFor('casual', 'Northlight')).toContain('Northlight')
  expect(composeAnswer('unknown', 'professional', { sentences: [], isEmpty: true })).toContain('What is blocked?')
  // An answer that says no must not begin with words such as 'Certainly'.
  const noFacts = { sentences: ["I can't move it."], isEmpty: true }
  expect(composeAnswer('change_session', 'professional', noFacts)).toBe("I can't move it.")
})

test('consecutive start times are joined into one range', () => {
  expect(joinStartTimes(['10:00', '10:15', '10:30', '12:00', '14:00', '14:15'], 15)).toBe(
    '10:00 to 10:30, 12:00, 14:00 to 14:15',
  )
  expect(joinStartTimes(['10:00', '10:15', '12:00'], 15, formatsOfCountry('US'))).toBe('10:00 AM to 10:15 AM, 12:00 PM')
  expect(joinStartTimes([], 15)).toBe('')
})

test('the offered starts are spread over the day, at full hours if there are enough', () => {
  const day = ['08:00', '08:15', '08:30', '09:00', '12:00', '15:00', '18:30', '20:00']
  expect(spreadStarts(day, 3)).toEqual(['08:00', '12:00', '20:00'])
  expect(spreadStarts(['10:15', '10:30', '11:00'], 3)).toEqual(['10:15', '10:30', '11:00'])
  expect(spreadStarts(['10:00'], 3)).toEqual(['10:00'])
  expect(spreadStarts([], 3)).toEqual([])
  expect(spreadStarts(day, 1)).toEqual(['08:00'])
})
