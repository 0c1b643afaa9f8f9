import type { Page } from '@playwright/test'
import { painted } from './fixtures.ts'

/** Adds up how far what stands on a page is moved by what comes later. @returns what reads the sum */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (list: PerformanceObserverEntryList) => {
      const shift = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
      Object.assign(globalThis, { moved: Number(Reflect.get(globalThis, 'moved') ?? 0) + shift })
    }
    new PerformanceObserver(count).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // What a frame draws is told to observers after it.
    await painted(page)
    return page.evaluate(() => Number(Reflect.get(globalThis, 'moved') ?? 0))
  }
}
