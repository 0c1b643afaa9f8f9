import { expect, test } from 'vitest'
import { initialsOf, initialsOfName } from './avatar.tsx'

test("the initials of a person are the email's first two letters in capitals, or U without an email", () => {
  expect(initialsOf('ana@example.com')).toBe('AN')
  expect(initialsOf('x')).toBe('X')
  expect(initialsOf('')).toBe('U')
  expect(initialsOf(null)).toBe('U')
})

test('a name has the initials of its first and last word', () => {
  expect(initialsOfName('Cleo van der Marsh')).toBe('CM')
  expect(initialsOfName('Cleo')).toBe('C')
  expect(initialsOfName(null)).toBe('U')
})
