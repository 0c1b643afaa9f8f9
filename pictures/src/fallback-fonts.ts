import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hostedFonts } from '@studiohub/contract/features/studios/words.ts'
import subsetFont from 'subset-font'

const root = resolve(import.meta.dirname, '../..')

/** Frequency of letters in English prose, in percent. */
const share: Record<string, number> = {
  ' ': 18.3,
  e: 10.3,
  t: 7.5,
  a: 6.5,
  o: 6.2,
  n: 5.7,
  i: 5.7,
  s: 5.3,
  r: 5,
  h: 5,
  l: 3.3,
  d: 3.3,
  u: 2.3,
  c: 2.2,
  m: 2,
  f: 2,
  w: 1.7,
  g: 1.6,
  p: 1.5,
  y: 1.4,
  b: 1.3,
  v: 0.8,
  k: 0.6,
  x: 0.1,
  j: 0.1,
  q: 0.1,
  z: 0.1,
}

/** Common system fonts with their mean letter width in regular and bold, measured like the web fonts below. */
const systemFonts = {
  sans: [
    { suffix: 'Fallback', names: ['Arial', 'Liberation Sans', 'Helvetica'], regular: 0.43954, bold: 0.47544 },
    { suffix: 'Fallback DejaVu', names: ['DejaVu Sans'], regular: 0.50471, bold: 0.57007 },
  ],
  serif: [
    { suffix: 'Fallback', names: ['Times New Roman', 'Liberation Serif', 'Times'], regular: 0.39836, bold: 0.42394 },
    { suffix: 'Fallback DejaVu', names: ['DejaVu Serif'], regular: 0.5101, bold: 0.56361 },
  ],
  mono: [
    { suffix: 'Fallback', names: ['Courier New', 'Liberation Mono', 'Courier'], regular: 0.6, bold: 0.6 },
    { suffix: 'Fallback DejaVu', names: ['DejaVu Sans Mono'], regular: 0.60205, bold: 0.60205 },
  ],
}

const weights = [
  { weight: 400, range: '100 599', look: 'regular', ending: '' },
  { weight: 600, range: '600 900', look: 'bold', ending: ' Bold' },
] as const

/**
 * Writes the fallback fonts for each family of `hostedFonts`: system fonts adjusted to its metrics, so that nothing
 * moves when the web font loads. Inter's fallback is in `web/src/styles.css`, adjusted manually.
 */
export async function writeFallbackFonts() {
  const rules: string[] = ['/* Written by `npm run pictures -- product`; see `pictures/src/fallback-fonts.ts`. */']
  for (const { name, kind } of hostedFonts.filter((font) => font.name !== 'Inter')) {
    for (const { weight, range, look, ending } of weights) {
      const { mean, ascent, descent } = await measuresOf(name, weight)
      for (const { suffix, names, ...widths } of systemFonts[kind]) {
        const size = mean / widths[look]
        rules.push(
          `@font-face {
  font-family: "${name} ${suffix}";
  font-weight: ${range};
  src: ${names.map((local) => `local("${local}${ending}")`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(ascent / size)};
  descent-override: ${percent(descent / size)};
  line-gap-override: 0%;
}`,
        )
      }
    }
  }
  writeFileSync(`${root}/web/src/lib/page/fallback-fonts.css`, `${rules.join('\n')}\n`)
}

const percent = (part: number) => `${Number((part * 100).toFixed(2))}%`

/** Metrics of a variable font at one weight, relative to the font size. */
async function measuresOf(family: string, wght: number) {
  const name = family.toLowerCase().replaceAll(' ', '-')
  const file = `${root}/node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
  const options = { targetFormat: 'truetype', noLayoutClosure: true, variationAxes: { wght } } as const
  const font = await subsetFont(readFileSync(file), Object.keys(share).join(''), options)
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = tablesIn(font, view)
  const units = view.getUint16(table('head') + 18)
  const glyphOf = glyphsIn(view, table('cmap'))
  // The last entry applies to all following glyphs.
  const last = view.getUint16(table('hhea') + 34) - 1
  const widthOf = (letter: string) => view.getUint16(table('hmtx') + 4 * Math.min(glyphOf(letter), last))
  const letters = Object.entries(share)
  const whole = letters.reduce((sum, [, part]) => sum + part, 0)
  return {
    mean: letters.reduce((sum, [letter, part]) => sum + part * widthOf(letter), 0) / whole / units,
    ascent: view.getInt16(table('hhea') + 4) / units,
    descent: -view.getInt16(table('hhea') + 6) / units,
  }
}

/** The offset of a table in a TrueType font. */
function tablesIn(font: Buffer, view: DataView): (tag: string) => number {
  const places = new Map<string, number>()
  for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16)
    places.set(font.toString('latin1', entry, entry + 4), view.getUint32(entry + 8))
  return (tag) => {
    const place = places.get(tag)
    if (place === undefined) throw new Error(`the font has no table ${tag}`)
    return place
  }
}

/** The glyph index of a letter, from the character map (format 4). */
function glyphsIn(view: DataView, cmap: number): (letter: string) => number {
  const entries = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, nth) => cmap + view.getUint32(cmap + 8 + 8 * nth),
  )
  const map = entries.find((place) => view.getUint16(place) === 4)
  if (map === undefined) throw new Error('the font has no character map of format 4')
  const double = view.getUint16(map + 6)
  return (letter) => {
    const code = letter.codePointAt(0) ?? 0
    let end = map + 14
    while (view.getUint16(end) < code) end += 2
    const [start, delta, offset] = [end + 2 + double, end + 2 + 2 * double, end + 2 + 3 * double]
    const within = view.getUint16(offset)
    if (within === 0) return (code + view.getInt16(delta)) & 0xffff
    return view.getUint16(offset + within + 2 * (code - view.getUint16(start)))
  }
}
