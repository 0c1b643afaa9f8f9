import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// Everything but the rules that their makers still try out.
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe stays in a document once it is there: reading it again for each look costs more than the look. */
async function putAxeInto(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(`${source};0`)
}

/** axe finds nothing on the page as it stands, once whatever moves has arrived: a colour on its way to another is neither. */
export async function expectNothingFoundByAxe(page: Page, where = page.url()) {
  const main = page.mainFrame()
  await putAxeInto(main)
  // A frame may be on its way to another page; axe passes by a frame that it is not in.
  for (const frame of page.frames()) if (frame !== main) await putAxeInto(frame).catch(() => {})
  const found = await page.evaluate(async (tags) => {
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
    const axe: typeof import('axe-core') = Reflect.get(globalThis, 'axe')
    // What passes is not read: describing every element of it takes longer than the rules, here and on its way to the test.
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
  expect(found, where).toEqual([])
}

/** Nothing of the page stands over its edge, so nobody has to push it sideways. */
export async function expectNothingWiderThanTheScreen(page: Page, where = page.url()) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `${where} is wider than the screen`).toBeLessThanOrEqual(0)
}

export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

/** The current page, dark and light, on a desktop and on a phone, without loading it again. */
export async function expectSoundInEveryLight(page: Page, where = page.url()) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size)
      await expectNothingFoundByAxe(page, `${where}, ${colorScheme}, at ${size.width} px`)
      await expectNothingWiderThanTheScreen(page, `${where}, ${colorScheme}, at ${size.width} px`)
    }
  }
}
