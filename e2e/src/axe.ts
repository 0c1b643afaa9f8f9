import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  expect(found, where).toEqual([])
}

/** Nothing of the page stands over its edge, so nobody has to push it sideways. */
export async function expectNothingWiderThanTheScreen(page: Page, where = page.url()) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `${where} is wider than the screen`).toBeLessThanOrEqual(0)
}
