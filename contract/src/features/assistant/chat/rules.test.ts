import { expect, test } from 'vitest'
import { composeAnswer, greetingFor, type Intent, intentOf, joinStartTimes } from './rules.ts'

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
    ['thanks a lot', 'thanks'],
    ['Hi Stu', 'hello'],
    ['what can you do?', 'help'],
    ['qwertz', 'unknown'],
    ['this is a shipment', 'unknown'],
  ]
  for (const [text, intent] of examples) expect(intentOf(text), text).toBe(intent)
})

test('the voice setting changes the tone of an answer, not its facts', () => {
  const known = { sentences: ['Your next session is on Monday.'], isEmpty: false }
  const answers = (['professional', 'casual', 'cinematic', 'playful'] as const).map((voice) =>
    composeAnswer('next_session', voice, known),
  )
  expect(new Set(answers).size).toBe(4)
  for (const text of answers) expect(text).toMatch(/Your next session is on Monday\.$/)
  expect(greetingFor('casual', 'Northlight')).toContain('Northlight')
  expect(composeAnswer('unknown', 'professional', { sentences: [], isEmpty: true })).toContain('What is blocked?')
})

test('consecutive start times are joined into one range', () => {
  expect(joinStartTimes(['10:00', '10:15', '10:30', '12:00', '14:00', '14:15'], 15)).toBe(
    '10:00 to 10:30, 12:00, 14:00 to 14:15',
  )
  expect(joinStartTimes([], 15)).toBe('')
})
