import { expect, test } from 'vitest'
import { colorText, readColor } from './colors.ts'

test('shows a color as hex if it was entered as hex, and as HSL if its HSL numbers are whole', () => {
  expect(readColor('#e85d04')).toBe('23.42 96.61% 46.27%')
  expect(colorText('23.42 96.61% 46.27%')).toBe('#e85d04')
  expect(colorText('185 85% 55%')).toBe('185 85% 55%')
  for (const hex of ['#1ab2b8', '#fdf6e3', '#8b1a2f', '#123456', '#fefdfc']) {
    const stored = readColor(hex) ?? ''
    expect(readColor(colorText(stored))).toBe(stored)
  }
})
