import { expect, test } from 'vitest'
import { splitLegalText } from './rules.ts'

test('empty lines separate paragraphs, and single line breaks stay', () => {
  expect(splitLegalText('One Street 1\nTown\r\n\r\n  \n\nCall us.\n')).toEqual([
    { heading: null, text: 'One Street 1\nTown' },
    { heading: null, text: 'Call us.' },
  ])
})

test('a line with # is a heading, with or without an empty line after it', () => {
  expect(splitLegalText('# Contact\nWrite to us.\n\n## Tax\n\nNumber 1')).toEqual([
    { heading: 'Contact', text: 'Write to us.' },
    { heading: 'Tax', text: null },
    { heading: null, text: 'Number 1' },
  ])
  expect(splitLegalText(' \n\n')).toEqual([])
})
