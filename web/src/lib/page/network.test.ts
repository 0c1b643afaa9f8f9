import { expect, test } from 'vitest'
import { isSlowOrMetered } from './network.ts'

test("slow and metered connections are detected from the browser's information", () => {
  expect(isSlowOrMetered({ saveData: true, effectiveType: '4g' })).toBe(true)
  expect(isSlowOrMetered({ effectiveType: 'slow-2g' })).toBe(true)
  expect(isSlowOrMetered({ effectiveType: '3g' })).toBe(true)
  expect(isSlowOrMetered({ saveData: false, effectiveType: '4g' })).toBe(false)
})

test('a browser without this information counts as fast', () => {
  expect(isSlowOrMetered({})).toBe(false)
  expect(isSlowOrMetered(undefined)).toBe(false)
})
