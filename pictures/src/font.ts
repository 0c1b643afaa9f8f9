import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'

const root = resolve(import.meta.dirname, '../..')

/** The characters of English prose, as in `unicode-range` of `web/src/styles.css`. */
const letters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2026',
].join('')

/** Creates a subset of Inter for the first page, so that text renders immediately; the full font loads when needed. */
export async function writeFontSubset() {
  const whole = readFileSync(`${root}/node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`)
  const cut = await subsetFont(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    // Alternate glyphs are a third of the font, and we do not use them.
    noLayoutClosure: true,
  })
  writeFileSync(`${root}/web/src/lib/page/inter-basic.woff2`, cut)
}
