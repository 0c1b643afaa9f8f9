import { describe, expect, test } from 'vitest'
import { brandCssPath, brandStylesheet, defaultBrandColors, defaultFonts, parseHsl } from './rules.ts'

const id = '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f'
const linesOf = (sheet: string) => sheet.split('\n').filter((line) => line.startsWith('  '))
const face = /^ {2}--(primary|secondary|background|text|accent): \d{1,3}(\.\d+)? \d{1,3}(\.\d+)?% \d{1,3}(\.\d+)?%;$/
const scheme = /^ {2}color-scheme: (dark|light);$/
const family =
  /^ {2}--font-(heading|body): '[A-Za-z ]+ Variable', 'Inter Fallback', 'Inter Fallback DejaVu', sans-serif;$/

describe('a colour', () => {
  test.each([
    ['185 85% 55%', { h: 185, s: 85, l: 55 }],
    ['0 0% 0%', { h: 0, s: 0, l: 0 }],
    ['360 100% 100%', { h: 360, s: 100, l: 100 }],
    ['12.5 3.25% 99.9%', { h: 12.5, s: 3.25, l: 99.9 }],
  ])('%j is read', (text, hsl) => {
    expect(parseHsl(text)).toEqual(hsl)
  })

  test.each([
    ...[
      '',
      '185',
      '185 85 55',
      '185, 85%, 55%',
      'hsl(185 85% 55%)',
      '#00ff00',
      '361 0% 0%',
      '0 101% 0%',
      '0 0% 100.01%',
    ],
    ...[
      '-1 0% 0%',
      '1e2 0% 0%',
      ' 185 85% 55%',
      '185 85% 55% ',
      '185  85% 55%',
      '185 85% 55%\n',
      '١٨٥ 85% 55%',
      'NaN 0% 0%',
    ],
    ...['0 0% 0%;background:url(//e)', '0 0% 0%}body{display:none', '0 0% 0%/*', 'var(--x) 0% 0%', '1.234 0% 0%'],
  ])('%j is none', (text) => {
    expect(parseHsl(text)).toBeNull()
  })
})

describe("a studio's stylesheet", () => {
  test('carries its five colours and two families, and nothing else', () => {
    const sheet = brandStylesheet({ primary: '10 20% 30%' }, defaultFonts)
    expect(sheet.startsWith(':root {\n')).toBe(true)
    expect(sheet.endsWith('\n}\n')).toBe(true)
    expect(linesOf(sheet)).toHaveLength(8)
    expect(sheet).toContain('  --primary: 10 20% 30%;')
    expect(sheet).toContain(`  --secondary: ${defaultBrandColors.secondary};`)
  })

  test.each([
    '0 0% 0%;background:url(//evil)',
    '0 0% 0%}</style><script>alert(1)</script>',
    'red',
    'url(//evil)',
    '0 0% 0%\n}body{display:none',
  ])('lets no text through that is no colour: %j', (text) => {
    const sheet = brandStylesheet({ primary: text, accent: text }, { heading: text, body: text })
    expect(sheet).toBe(brandStylesheet({}, defaultFonts))
    for (const line of linesOf(sheet))
      expect(face.test(line) || family.test(line) || scheme.test(line), line).toBe(true)
  })

  test.each(["Inter');@import url(//e)", 'Comic Sans', '', 'inter', '__proto__'])(
    'knows no font but our own: %j',
    (font) => {
      expect(brandStylesheet({}, { heading: font, body: font })).toBe(brandStylesheet({}, defaultFonts))
    },
  )

  test('has an address that changes when it does, and only then', () => {
    const path = (primary: string) => brandCssPath({ id, brand_colors: { primary }, fonts: defaultFonts })
    expect(path('10 20% 30%')).toMatch(new RegExp(`^/brand/${id}-[0-9a-z]+\\.css$`))
    expect(path('10 20% 30%')).toBe(path('10 20% 30%'))
    expect(path('10 20% 31%')).not.toBe(path('10 20% 30%'))
  })
})
