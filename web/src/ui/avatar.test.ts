import { expect, test } from 'vitest'
import { getInitials, getInitialsOfName } from './avatar.tsx'

test("the initials of a person are the email's first two letters in capitals, or U without an email", () => {
  expect(getInitials('ana@example.com')).toBe('AN')
  expect(getInitials('x')).toBe('X')
  expect(getInitials('')).toBe('U')
  expect(getInitials(null)).toBe('U')
})

test('a name has the initials of its first and last word', () => {
  expect(getInitialsOfName('Cleo van der Marsh')).toBe('CM')
  expect(getInitialsOfName('Cleo')).toBe('C')
  expect(getInitialsOfName(null)).toBe('U')
})
