import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

// Everything but the rules that their makers still try out.
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing on the page as it stands, once whatever moves has arrived: a colour on its way to another is neither. */
export async function expectNothingFoundByAxe(page: Page, where = page.url()) {
  await page.evaluate(() => {
    const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0)
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
  })
  // No page of ours holds a frame of somebody else's, so axe needs no page of its own to sum them up.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

/** Nothing of the page stands over its edge, so nobody has to push it sideways. */
export async function expectNothingWiderThanTheScreen(page: Page, where = page.url()) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `${where} is wider than the screen`).toBeLessThanOrEqual(0)
}

export const wide = { width: 1440, height: 900 }
export const narrow = { width: 390, height: 844 }

/** The page as it stands, dark and light, on a desk and on a phone, without loading it again. */
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
