import { contrastRatio, parseHex } from '@studiohub/contract/shared/colors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { palette, readableTextColor } from './color.ts'

const contrast = (colorA: string, colorB: string) => contrastRatio(parseHex(colorA), parseHex(colorB))

test('contrast is calculated as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('text on any color is readable', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
  fc.assert(fc.property(hex, (color) => contrast(color, readableTextColor(color)) >= 4.5))
})

test('all colors of the palette are different', () => {
  expect(new Set(palette.map(({ color }) => color)).size).toBe(palette.length)
})
