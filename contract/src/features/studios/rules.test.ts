import { describe, expect, test } from 'vitest'
import { contrastRatio, parseHsl, readableInk, readColor, toHex } from '../../shared/colors.ts'
import {
  brandCssPath,
  brandStylesheet,
  defaultBrandColors,
  defaultFonts,
  findUnreadableColors,
  fontStack,
} from './rules.ts'
import { NewStudioDomain, StudioChanges } from './schema.ts'

const id = '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f'
const linesOf = (sheet: string) => sheet.split('\n').filter((line) => line.startsWith('  '))
const face = /^ {2}--(primary|secondary|background|text|accent): \d{1,3}(\.\d+)? \d{1,3}(\.\d+)?% \d{1,3}(\.\d+)?%;$/
const scheme = /^ {2}color-scheme: (dark|light);$/
const family =
  /^ {2}--font-(heading|body): '([A-Za-z ]+) Variable', '\2 Fallback', '\2 Fallback DejaVu', (sans-serif|serif|monospace);$/

describe('a color', () => {
  test.each([
    ['185 85% 55%', { h: 185, s: 85, l: 55 }],
    ['0 0% 0%', { h: 0, s: 0, l: 0 }],
    ['360 100% 100%', { h: 360, s: 100, l: 100 }],
    ['12.5 3.25% 99.9%', { h: 12.5, s: 3.25, l: 99.9 }],
  ])('%j is valid', (text, hsl) => {
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
  ])('%j is invalid', (text) => {
    expect(parseHsl(text)).toBeNull()
  })
})

describe("a studio's stylesheet", () => {
  test('has its five colors and two font families, and nothing else', () => {
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
  ])('contains nothing but colors: %j', (text) => {
    const sheet = brandStylesheet({ primary: text, accent: text }, { heading: text, body: text })
    expect(sheet).toBe(brandStylesheet({}, defaultFonts))
    for (const line of linesOf(sheet))
      expect(face.test(line) || family.test(line) || scheme.test(line), line).toBe(true)
  })

  test.each(["Inter');@import url(//e)", 'Comic Sans', '', 'inter', '__proto__'])(
    'uses our own fonts only: %j',
    (font) => {
      expect(brandStylesheet({}, { heading: font, body: font })).toBe(brandStylesheet({}, defaultFonts))
    },
  )

  test('has an address that changes exactly when its content changes', () => {
    const path = (primary: string) => brandCssPath({ id, brand_colors: { primary }, fonts: defaultFonts })
    expect(path('10 20% 30%')).toMatch(new RegExp(`^/brand/${id}-[0-9a-z]+\\.css$`))
    expect(path('10 20% 30%')).toBe(path('10 20% 30%'))
    expect(path('10 20% 31%')).not.toBe(path('10 20% 30%'))
  })
})

test('a font family is followed by its fallback', () => {
  expect(fontStack('Lora')).toBe("'Lora Variable', 'Lora Fallback', 'Lora Fallback DejaVu', serif")
  expect(fontStack('JetBrains Mono')).toMatch(/, monospace$/)
  expect(fontStack('Comic Sans')).toBe(fontStack('Inter'))
})

describe('a color that a person types', () => {
  test.each([
    ['185 85% 55%', '185 85% 55%'],
    [' 12.5 3.25% 99.9% ', '12.5 3.25% 99.9%'],
    ['#ff0000', '0 100% 50%'],
    ['#FFFFFF', '0 0% 100%'],
    ['#1a2b3c', '210 39.53% 16.86%'],
    ['#00ff80', '150.12 100% 50%'],
    ['#8000ff', '270.12 100% 50%'],
  ])('%j becomes %j', (typed, text) => {
    expect(readColor(typed)).toBe(text)
  })
  test.each(['#fff', '#gggggg', 'red', '#ff00000', '361 0% 0%', ''])('%j is invalid', (typed) => {
    expect(readColor(typed)).toBeNull()
  })
  test('in hex is the same color after it is read back', () => {
    for (const hex of ['#000000', '#123456', '#fedcba', '#0f0f10', '#89abcd', '#c0ffee'])
      expect(toHex(parseHsl(readColor(hex) ?? '') ?? { h: 0, s: 0, l: 0 })).toBe(hex)
  })
})

test('contrast follows WCAG, and text colors are readable', () => {
  const [black, white, grey] = [
    { h: 0, s: 0, l: 0 },
    { h: 0, s: 0, l: 100 },
    { h: 0, s: 0, l: 46.27 },
  ]
  expect(contrastRatio(black, white)).toBeCloseTo(21)
  expect(contrastRatio(white, grey)).toBeCloseTo(4.54, 1)
  expect([readableInk(black), readableInk(white)]).toEqual(['#ffffff', '#000000'])
  for (let l = 0; l <= 100; l += 5) {
    const color = { h: l * 3, s: 80, l }
    const ink = readableInk(color) === '#000000' ? black : white
    expect(contrastRatio(ink, color)).toBeGreaterThanOrEqual(4.5)
  }
})

test("hard-to-read colors are reported, and none of the product's own design is", () => {
  expect(findUnreadableColors({})).toEqual([])
  expect(findUnreadableColors({ text: '0 0% 40%' }).map(({ name }) => name)).toEqual(['text'])
  expect(findUnreadableColors({ background: '0 0% 100%' }).map(({ name }) => name)).toEqual([
    'text',
    'primary',
    'accent',
  ])
})

describe('a change of branding', () => {
  const codeOf = (changes: unknown) => {
    const read = StudioChanges.safeParse(changes)
    return read.success ? null : JSON.stringify(read.error.issues)
  }
  test('stores colors as HSL, and leaves missing ones missing', () => {
    const { brand_colors } = StudioChanges.parse({ brand_colors: { primary: '#ff0000', text: '0 0% 98%' } })
    expect(brand_colors).toEqual({ primary: '0 100% 50%', text: '0 0% 98%' })
  })
  test.each([
    [{ primary: '0 0% 0%;background:url(//e)' }],
    [{ primary: '0 0% 101%' }],
    [{ border: '0 0% 0%' }],
    [{ constructor: '0 0% 0%' }],
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, '0 0% 0%']))],
  ])('has five colors and no other field (T54)', (brand_colors) => {
    expect(codeOf({ brand_colors })).toContain('INVALID_COLOR')
  })
  test.each(["Inter');@import url(//e)", 'Comic Sans', 'inter', ''])('uses a font of ours, not %j (T55)', (font) => {
    expect(codeOf({ fonts: { heading: font, body: 'Inter' } })).toContain('FONT_NOT_ALLOWED')
  })
})

describe('a domain', () => {
  const read = (custom_domain: string) => NewStudioDomain.safeParse({ custom_domain }).data?.custom_domain ?? null
  test.each([
    ['book.northlight.com', 'book.northlight.com'],
    [' Book.NorthLight.COM. ', 'book.northlight.com'],
    ['a-b.co', 'a-b.co'],
  ])('%j is read as %j', (typed, domain) => {
    expect(read(typed)).toBe(domain)
  })
  test.each([
    ...['localhost', 'studio.localhost', 'northlight', '127.0.0.1', '[::1]', '0x7f.1', 'a..b.com', '-a.com', 'a-.com'],
    ...['nоrthlight.com', 'xn--nrthlight-9je.com', 'a_b.com', 'a.com/x', 'a.com:80', 'user@a.com', 'printer.local'],
    ...[`${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}com`, '.', ''],
  ])('%j is invalid (T56)', (typed) => {
    expect(read(typed)).toBeNull()
  })
})
