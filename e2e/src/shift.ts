import type { Page } from '@playwright/test'
import { painted } from './fixtures.ts'

/** Sums up how far later content moves the elements of a page. @returns a function that returns the sum */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (list: PerformanceObserverEntryList) => {
      const shift = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
      Object.assign(globalThis, { moved: Number(Reflect.get(globalThis, 'moved') ?? 0) + shift })
    }
    new PerformanceObserver(count).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // Observers run after the frame is painted.
    await painted(page)
    return page.evaluate(() => Number(Reflect.get(globalThis, 'moved') ?? 0))
  }
}
