import { expect, test } from 'vitest'
import { assignValues, guessTarget } from './rules.ts'

const targets = [
  { value: 'rec', label: 'Recording' },
  { value: 'mix', label: 'Mixing' },
  { value: 'long', label: 'Recording day' },
]

test('a text is assigned to the target of the same name, or to the longest target name in the text', () => {
  expect(guessTarget('recording', targets)).toBe('rec')
  expect(guessTarget('RECORDING DAY (8 h)', targets)).toBe('long')
  expect(guessTarget('Mixing with Ada', targets)).toBe('mix')
  // Other words are no match.
  expect(guessTarget('Recordings', targets)).toBeNull()
  expect(guessTarget('day', targets)).toBeNull()
  expect(guessTarget('', targets)).toBeNull()
})

test('a choice of the person replaces a guess, and one choice can apply to all other texts', () => {
  const texts = ['Recording', 'Photo', 'Photo', 'Film', '']
  const open = assignValues(texts, { targets, chosen: {}, choiceOfEmpty: null })
  expect(open.values).toEqual([
    { value: 'Photo', count: 2, choice: null },
    { value: 'Film', count: 1, choice: null },
    { value: '', count: 1, choice: null },
    { value: 'Recording', count: 1, choice: 'rec' },
  ])
  const chosen = assignValues(texts, {
    targets,
    chosen: { Recording: 'mix', Photo: 'skip', '*': 'long', '': 'rec' },
    choiceOfEmpty: null,
  })
  expect(texts.map(chosen.choiceOf)).toEqual(['mix', 'skip', 'skip', 'long', 'rec'])
  // A target that the studio does not have is no choice.
  expect(assignValues(['Film'], { targets, chosen: { Film: 'gone' }, choiceOfEmpty: null }).choiceOf('Film')).toBeNull()
})
