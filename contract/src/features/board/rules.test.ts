import { expect, test } from 'vitest'
import { formatMention, mentionsIn, splitMentions, writeMentions } from './rules.ts'

const sam = { user_id: '00000000-0000-4000-8000-000000000001', full_name: 'Sam' }
const samantha = { user_id: '00000000-0000-4000-8000-000000000002', full_name: 'Sam Okafor' }

test('a name after an @ becomes a mention; the longest matching name wins', () => {
  const body = writeMentions('@Sam Okafor and @Sam, please', [sam, samantha])
  expect(body).toBe(`${formatMention(samantha.user_id)} and ${formatMention(sam.user_id)}, please`)
  expect(mentionsIn(`${body} ${formatMention(sam.user_id)}`)).toEqual([samantha.user_id, sam.user_id])
  expect(splitMentions(body)).toEqual([
    { user_id: samantha.user_id },
    { text: ' and ' },
    { user_id: sam.user_id },
    { text: ', please' },
  ])
})

test('text without a mention stays text', () => {
  for (const text of ['', 'a@b.example', '@[not-an-id]', '@nobody'])
    expect(mentionsIn(writeMentions(text, [sam, { ...samantha, full_name: null }]))).toEqual([])
  expect(splitMentions('a@b.example')).toEqual([{ text: 'a@b.example' }])
})
