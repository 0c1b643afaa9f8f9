import { expect, test } from 'vitest'
import { drawSignature, needsSignature, readTerms } from './rules.ts'
import { Signature } from './schema.ts'

const plain = (text: string) => ({ text, style: 'plain' })

test('reads headings, paragraphs and lists', () => {
  expect(readTerms('# Terms\nPay on time.\nPlease.\n\n- one\n- two\n\n3. third\n4) fourth')).toEqual([
    { kind: 'heading', level: 1, spans: [plain('Terms')] },
    { kind: 'paragraph', lines: [[plain('Pay on time.')], [plain('Please.')]] },
    { kind: 'list', isNumbered: false, start: 1, items: [[plain('one')], [plain('two')]] },
    { kind: 'list', isNumbered: true, start: 3, items: [[plain('third')], [plain('fourth')]] },
  ])
})

test('reads bold and italic text and links', () => {
  expect(readTerms('A **bold** and *thin* [page](https://a.example/x).')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          plain('A '),
          { text: 'bold', style: 'bold' },
          plain(' and '),
          { text: 'thin', style: 'italic' },
          plain(' '),
          { text: 'page', style: 'link', href: 'https://a.example/x' },
          plain('.'),
        ],
      ],
    },
  ])
})

test('makes links only to web addresses, and leaves HTML as text', () => {
  for (const text of ['[x](javascript:alert(1))', '<b onclick="x()">hi</b>', '[x](data:text/html,1)', '2 * 3 * 4'])
    expect(readTerms(text)).toEqual([{ kind: 'paragraph', lines: [[plain(text)]] }])
})

test('headings skip no level', () => {
  const levels = readTerms('## A\n### B\n# C\n### D\n#### E').map((block) => block.kind === 'heading' && block.level)
  expect(levels).toEqual([1, 2, 1, 2, false])
})

test('a line below an item belongs to it, and an empty text has no parts', () => {
  expect(readTerms('- one\n  more')).toMatchObject([{ items: [[plain('one'), plain(' '), plain('more')]] }])
  expect(readTerms(' \n\n')).toEqual([])
})

test('a signature is needed for all services, or for some', () => {
  expect(needsSignature({ needs_signature: false, signed_services: null }, 'recording')).toBe(false)
  expect(needsSignature({ needs_signature: true, signed_services: null }, 'recording')).toBe(true)
  expect(needsSignature({ needs_signature: true, signed_services: ['video'] }, 'recording')).toBe(false)
  expect(needsSignature({ needs_signature: true, signed_services: ['video'] }, 'video')).toBe(true)
})

test('a drawing is a path of whole numbers within its box, and as long as the schema allows', () => {
  expect(drawSignature([])).toBeNull()
  const lines = [
    [
      { x: 1.4, y: 2.6 },
      { x: 900, y: -3 },
    ],
    [{ x: 5, y: 5 }],
  ]
  expect(drawSignature(lines)).toBe('M1 3 L599 0 M5 5')
  const long = drawSignature([Array.from({ length: 9_000 }, () => ({ x: 100, y: 100 }))])
  expect(Signature.safeParse({ name: 'Cleo', drawing: long }).success).toBe(true)
  expect(Signature.safeParse({ name: 'Cleo', drawing: drawSignature(lines) }).success).toBe(true)
})
