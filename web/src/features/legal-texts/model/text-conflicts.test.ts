import { expect, test } from 'vitest'
import { describeBeginning, findTextConflicts } from './text-conflicts.ts'

const base = { imprint: 'One Street 1', privacy: '# What we store\nYour name.\n\nCall us.' }

test('only texts that both sides changed conflict', () => {
  const mine = { ...base, imprint: 'Two Street 2' }
  expect(findTextConflicts({ base, mine, theirs: { ...base, privacy: '' } })).toEqual([])
  expect(findTextConflicts({ base, mine, theirs: { ...base, imprint: 'Three Street 3\nTown' } })).toEqual([
    { label: 'Imprint', mine: 'Two Street 2', theirs: 'Three Street 3, Town' },
  ])
})

test('a conflict shows the first paragraph that differs', () => {
  const mine = { ...base, privacy: '# What we store\nYour email address.\n\nWrite to us.' }
  const theirs = { ...base, privacy: `${base.privacy}\n\nThank you.` }
  expect(findTextConflicts({ base, mine, theirs })).toEqual([
    { label: 'Privacy', mine: 'What we store: Your email address.', theirs: 'What we store: Your name.' },
  ])
  const shorter = { ...base, privacy: '# What we store\nYour name.' }
  expect(findTextConflicts({ base, mine: shorter, theirs })).toEqual([
    { label: 'Privacy', mine: 'no further paragraph', theirs: 'Call us.' },
  ])
  expect(findTextConflicts({ base, mine: { ...base, privacy: '' }, theirs })).toMatchObject([{ mine: 'empty' }])
})

test('a text begins with its first paragraph, or with its first heading if it has no paragraph', () => {
  expect(describeBeginning('# Who we are\nNorth\nOne Street 1')).toBe('North, One Street 1')
  expect(describeBeginning('# Who we are\n\n# Contact')).toBe('Who we are')
  expect(describeBeginning('')).toBeUndefined()
})
