import { describe, expect, test } from 'vitest'
import { Email, name, prose } from './text.ts'

const FullName = name('Please enter your name')
const Notes = prose(2000)
const messageOf = (schema: typeof FullName | typeof Notes | typeof Email, text: unknown) => {
  const checked = schema.safeParse(text)
  return checked.success ? null : checked.error.issues[0]?.message
}

describe('a name', () => {
  test.each([
    'Ada',
    "O'Brien-Lovelace",
    'Ünï 🎬',
    'שלום עולם',
    '日本 太郎',
    'Zoë & Co.',
    'A.B. Smith',
    'e'.repeat(120),
    '🎬'.repeat(120),
  ])('%j is valid', (text) => {
    expect(FullName.parse(text)).toBe(text)
  })

  test('is trimmed and in NFC, and its length is counted in characters after that', () => {
    expect(FullName.parse('  Ada \n')).toBe('Ada')
    expect(FullName.parse('e\u0301'.repeat(120))).toBe('é'.repeat(120))
    expect(messageOf(FullName, '🎬'.repeat(121))).toBe('Please use at most 120 characters')
    expect(messageOf(FullName, `x${'\u0323\u0301\u0302'.repeat(60)}`)).toBe('Please use at most 120 characters')
  })

  test.each(['', '   ', '\n\t', '\u00a0', undefined, null, 3])('%j is missing', (text) => {
    expect(messageOf(FullName, text)).toBe('Please enter your name')
  })

  // A name with a web address would turn our own emails into phishing.
  test.each(['You won http://e', 'see HTTPS://evil.example', 'www.evil.example', 'Ada (WWW.evil.example)'])(
    '%j contains a web address',
    (text) => {
      expect(messageOf(FullName, text)).toBe('Please leave out web addresses')
    },
  )

  // A line ending could begin a header, and an invisible character could make one name look like another.
  test.each([
    ['a line break', 'Ada\r\nBcc: all@example.com'],
    ['a line feed', 'Ada\nLovelace'],
    ['a tab', 'Ada\tLovelace'],
    ['an escape', 'Ada\u001b[31m'],
    ['a delete', 'Ada\u007f'],
    ['a C1 control', 'Ada\u0085'],
    ['a bidi override', 'Ada\u202egnp.exe'],
    ['a bidi embedding', 'Ada\u202a'],
    ['a bidi isolate', 'Ada\u2066x\u2069'],
    ['a mark of direction', 'Ada\u200f'],
    ['an Arabic letter mark', 'Ada\u061c'],
    ['a zero-width space', 'Ad\u200ba'],
    ['a word joiner', 'Ad\u2060a'],
    ['a byte order mark', 'Ad\ufeffa'],
    ['a soft hyphen', 'Ad\u00ada'],
    ['a line separator', 'Ada\u2028x'],
    ['a paragraph separator', 'Ada\u2029x'],
    ['a tag character', 'Ada\u{e0041}'],
    ['a Hangul filler', 'Ada\u3164x'],
    ['a Braille blank', 'Ada\u2800x'],
    ['a joiner of letters', 'Ad\u200da'],
    ['a selector on a letter', 'Ada\ufe0f'],
    ['a selector on a digit', 'Ada 1\ufe0f'],
    ['a joiner that joins nothing', '🎬\u200d'],
  ])('containing %s is rejected', (_what, text) => {
    expect(messageOf(FullName, text)).toBe('Please remove the invisible characters')
  })

  test.each(['The 👩‍👩‍👧 Studio', 'I ❤️ Radio', 'Room 1️⃣', '👩🏽‍🎤 Live', '🏳️‍🌈 Films'])(
    'keeps the characters that shape its emoji: %s',
    (text) => {
      expect(FullName.parse(text)).toBe(text)
    },
  )

  test('may have a limit of its own', () => {
    expect(messageOf(name('x', 3), 'abcd')).toBe('Please use at most 3 characters')
  })
})

describe('text with several lines', () => {
  test('keeps its lines and tabs, and may contain an address', () => {
    const text = 'Bring:\r\n\t- a piano\n- https://studios.example'
    expect(Notes.parse(`  ${text}\n`)).toBe(text)
    expect(Notes.parse('')).toBe('')
  })

  test('is counted in characters', () => {
    expect(Notes.parse('🎬'.repeat(2000))).toHaveLength(4000)
    expect(messageOf(Notes, 'x'.repeat(2001))).toBe('Please use at most 2,000 characters')
  })

  test.each(['a\u0000b', 'a\u001b[31m', 'a\u202eb', 'a\u2066b', 'a\u0085b'])(
    '%j is invisible and is rejected',
    (text) => {
      expect(messageOf(Notes, text)).toBe('Please remove the invisible characters')
    },
  )
})

describe('an email address', () => {
  test('is trimmed and in lower case', () => {
    expect(Email.parse('  Ada.Lovelace+studio@Example.COM ')).toBe('ada.lovelace+studio@example.com')
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example.com\r\nBcc: x@y.zz',
    'a@b@c.de',
    // Lower-cased, the Kelvin sign (U+212A) is the letter k of another person's address.
    '\u212aate@example.com',
    'kate@example.\u212aim',
  ])('%j is invalid', (text) => {
    expect(messageOf(Email, text)).toBe('Invalid email address')
  })

  test('has at most 255 characters', () => {
    expect(messageOf(Email, `${'a'.repeat(250)}@example.com`)).not.toBeNull()
  })
})
