import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test("the initials of a person are the email's first two letters in capitals, or U without an email", () => {
  expect(initialsOf('ana@example.com')).toBe('AN')
  expect(initialsOf('x')).toBe('X')
  expect(initialsOf('')).toBe('U')
  expect(initialsOf(null)).toBe('U')
})
