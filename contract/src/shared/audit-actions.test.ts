import { expect, test } from 'vitest'
import { auditActions } from './audit-actions.ts'

test('every action of the audit log has words for people, and no two actions have the same ones', () => {
  const texts = Object.values(auditActions)
  for (const text of texts) {
    expect(text).toMatch(/^[A-Z]/)
    expect(text.split(' ').length, text).toBeGreaterThan(1)
    expect(text, 'a code instead of words').not.toMatch(/[._]|[a-z][A-Z]/)
  }
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})
