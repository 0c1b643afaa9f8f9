import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test("a person without a picture shows the email's first two letters in capitals, else U", () => {
  expect(initialsOf('ana@example.com')).toBe('AN')
  expect(initialsOf('x')).toBe('X')
  expect(initialsOf('')).toBe('U')
  expect(initialsOf(null)).toBe('U')
})
