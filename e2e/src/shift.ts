import type { Page } from '@playwright/test'

/** Adds up how far what stands on a page is moved by what comes later. @returns what reads the sum */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (list: PerformanceObserverEntryList) => {
      const shift = list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0)
      Object.assign(globalThis, { moved: Number(Reflect.get(globalThis, 'moved') ?? 0) + shift })
    }
    new PerformanceObserver(count).observe({ type: 'layout-shift', buffered: true })
  })
  // Twice: what a frame draws is told to observers after it.
  return () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
      return Number(Reflect.get(globalThis, 'moved') ?? 0)
    })
}
