import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

// All rules except the experimental ones.
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Loads axe into a frame, unless it is loaded already. Loading it for every check would take longer than the check. */
async function loadAxe(frame: Frame) {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(`${source};0`)
}

/**
 * Expects that axe finds nothing on the page. Waits until all transitions have ended, because colors in transition have a
 * wrong contrast.
 */
export async function expectNoAxeViolations(page: Page, screenName = page.url()) {
  const main = page.mainFrame()
  await loadAxe(main)
  // Loading fails in a frame that is changing its page. axe skips frames in which it is not loaded.
  for (const frame of page.frames()) if (frame !== main) await loadAxe(frame).catch(() => {})
  const findings = await page.evaluate(async (tags) => {
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
    const axe: typeof import('axe-core') = Reflect.get(globalThis, 'axe')
    // Only violations are reported, because describing all elements that pass takes longer than the rules themselves.
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, rules)
  expect(findings, screenName).toEqual([])
}

/** Expects that nothing is wider than the page, so that people do not have to scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, screenName = page.url()) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${screenName} is wider than the screen`).toBeLessThanOrEqual(0)
}

export const desktopSize = { width: 1440, height: 900 }
export const phoneSize = { width: 390, height: 844 }

/** Checks the current page in the dark and the light theme, on a desktop and on a phone, without loading it again. */
export async function expectAccessibleInEveryTheme(page: Page, screenName = page.url()) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const size of [desktopSize, phoneSize]) {
      await page.setViewportSize(size)
      await expectNoAxeViolations(page, `${screenName}, ${colorScheme}, at ${size.width} px`)
      await expectNoSidewaysScroll(page, `${screenName}, ${colorScheme}, at ${size.width} px`)
    }
  }
}
