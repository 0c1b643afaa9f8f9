import { describe, expect, test } from 'vitest'
import { contrastOfInk, contrastRatio, parseHsl, readableInk, readColor, toHex } from '../../shared/colors.ts'
import {
  brandCssPath,
  brandStylesheet,
  defaultBrandColors,
  defaultFonts,
  findUnreadableColors,
  fontStack,
  getBrandInTheme,
} from './rules.ts'
import { type BrandColors, NewStudioDomain, StudioChanges } from './schema.ts'

const id = '6f1c9a52-0d3e-4b7a-9c55-0a2b3c4d5e6f'
const linesOf = (sheet: string) => sheet.split('\n').filter((line) => line.startsWith('  '))
const colorLine =
  /^ {2}--(primary|secondary|background|text|accent): \d{1,3}(\.\d+)? \d{1,3}(\.\d+)?% \d{1,3}(\.\d+)?%;$/
const schemeLine = /^ {2}color-scheme: (dark|light);$/
const ruleLine =
  /^(:root(\[data-theme="(light|dark)"\]|:not\(\[data-theme="(light|dark)"\]\))? \{|@media \(prefers-color-scheme: (light|dark)\) \{|\}*)$/
const fontLine =
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
    '',
    '185',
    '185 85 55',
    '185, 85%, 55%',
    'hsl(185 85% 55%)',
    '#00ff00',
    '361 0% 0%',
    '0 101% 0%',
    '0 0% 100.01%',
    '-1 0% 0%',
    '1e2 0% 0%',
    ' 185 85% 55%',
    '185 85% 55% ',
    '185  85% 55%',
    '185 85% 55%\n',
    '١٨٥ 85% 55%',
    'NaN 0% 0%',
    '0 0% 0%;background:url(//e)',
    '0 0% 0%}body{display:none',
    '0 0% 0%/*',
    'var(--x) 0% 0%',
    '1.234 0% 0%',
  ])('%j is invalid', (text) => {
    expect(parseHsl(text)).toBeNull()
  })
})

describe("a studio's stylesheet", () => {
  test('has its five colors and two font families, and nothing else', () => {
    const sheet = brandStylesheet({ primary: '10 20% 30%' }, defaultFonts)
    expect(sheet.startsWith(':root {\n')).toBe(true)
    expect(sheet.endsWith('\n}\n')).toBe(true)
    expect(linesOf(sheet.slice(0, sheet.indexOf('}')))).toHaveLength(8)
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
      expect(colorLine.test(line) || fontLine.test(line) || schemeLine.test(line), line).toBe(true)
    for (const line of sheet.split('\n').filter((text) => !text.startsWith('  '))) expect(line).toMatch(ruleLine)
  })

  const themeOf = (sheet: string, theme: string) => {
    const [, rule = ''] = sheet.split(`:root[data-theme="${theme}"] {`)
    return Object.fromEntries(
      [...rule.slice(0, rule.indexOf('}')).matchAll(/--(\w+): (.*);/g)].map(([, name, value = '']) => [
        name,
        parseHsl(value) ?? { h: 0, s: 0, l: 0 },
      ]),
    )
  }

  test.each<[string, BrandColors]>([
    ['light', { primary: '199 89% 60%', background: '224 28% 9%', text: '210 30% 97%', accent: '174 72% 56%' }],
    ['dark', { primary: '14 72% 12%', background: '36 54% 97%', text: '20 28% 14%', accent: '340 62% 10%' }],
    ['light', { primary: '0 0% 100%', background: '0 0% 0%', text: '60 100% 50%', accent: '60 100% 99.5%' }],
    ['dark', { primary: '0 0% 0%', background: '60 100% 100%', text: '240 100% 50%', accent: '240 100% 0.5%' }],
    ['light', {}],
  ])('is readable for a reader who chose the %s theme: %j', (theme, colors) => {
    const { background, primary, accent, text, secondary } = themeOf(brandStylesheet(colors, defaultFonts), theme)
    if (!background || !primary || !accent || !text || !secondary) throw new Error('a color is missing')
    expect(background.l > 50).toBe(theme === 'light')
    for (const color of [primary, accent]) expect(contrastRatio(color, background)).toBeGreaterThanOrEqual(4.5)
    for (const area of [background, secondary]) expect(contrastRatio(text, area)).toBeGreaterThanOrEqual(7)
    const own = parseHsl(colors.primary ?? defaultBrandColors.primary)
    expect([primary.h, primary.s]).toEqual([own?.h, own?.s])
  })

  test('has the same colors as the brand in each theme', () => {
    const colors = { primary: '199 89% 60%', background: '224 28% 9%', text: '210 30% 97%', accent: '174 72% 56%' }
    expect(getBrandInTheme(colors, 'light')).toEqual(themeOf(brandStylesheet(colors, defaultFonts), 'light'))
    expect(getBrandInTheme(colors, 'dark').primary).toEqual({ h: 199, s: 89, l: 60 })
    expect(getBrandInTheme({}, 'dark').background).toEqual(parseHsl(defaultBrandColors.background))
  })

  test('has no theme for the brightness that the studio chose, and follows the system only if it chose none', () => {
    const own = brandStylesheet({ background: '36 54% 97%', text: '20 28% 14%' }, defaultFonts)
    expect(own).not.toContain('data-theme="light"')
    expect(own).not.toContain('prefers-color-scheme')
    expect(brandStylesheet({ primary: '14 72% 42%' }, defaultFonts)).toContain(
      '@media (prefers-color-scheme: light) {\n:root:not([data-theme="dark"]) {',
    )
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
    expect(contrastOfInk(color)).toBe(contrastRatio(ink, color))
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
    [Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, '0 0% 0%']))],
  ])('has five colors and no other field', (brand_colors) => {
    expect(codeOf({ brand_colors })).toContain('INVALID_COLOR')
  })
  test.each(["Inter');@import url(//e)", 'Comic Sans', 'inter', ''])('uses a font of ours, not %j', (font) => {
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
    'localhost',
    'studio.localhost',
    'northlight',
    '127.0.0.1',
    '[::1]',
    '0x7f.1',
    'a..b.com',
    '-a.com',
    'a-.com',
    'nоrthlight.com',
    'xn--nrthlight-9je.com',
    'a_b.com',
    'a.com/x',
    'a.com:80',
    'user@a.com',
    'printer.local',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    '.',
    '',
  ])('%j is invalid', (typed) => {
    expect(read(typed)).toBeNull()
  })
})
