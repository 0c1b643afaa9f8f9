import type { Page } from '@playwright/test'
import { waitForPaint } from './fixtures.ts'

type Shift = { value: number; elements: string[] }

/**
 * Sums up how far elements of a page are moved by content that appears later.
 * @returns a function that returns the sum, and logs which elements moved if the sum is not small
 */
export async function measureLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const placeOf = (box: DOMRect | undefined) => box && `${box.x}, ${box.y}, ${box.width} x ${box.height}`
    const nameOf = ({ node, previousRect, currentRect }: { node: Node | null } & Record<string, DOMRect>) => {
      const text = node?.textContent?.trim().slice(0, 40)
      return `${node?.nodeName} "${text}" from ${placeOf(previousRect)} to ${placeOf(currentRect)}`
    }
    const record = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries())
        shifts.push({ value: Reflect.get(entry, 'value'), elements: Reflect.get(entry, 'sources').map(nameOf) })
    }
    new PerformanceObserver(record).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    // Observers run after the frame is painted.
    await waitForPaint(page)
    const shifts = await page.evaluate((): Shift[] => Reflect.get(globalThis, 'shifts'))
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    if (sum > 0.001) console.warn('moved:', shifts)
    return sum
  }
}
