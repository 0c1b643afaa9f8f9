import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'

// Milliseconds from what a person does until its frame is painted, and the empty React commit to compare them with.

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Clicks a button and waits for the frame that paints the element of `until`. @returns the milliseconds between both */
export async function clickToPaint(page: Page, button: string, until: string): Promise<number> {
  const measured = page.evaluate(
    ([clickedSelector, paintedSelector]) =>
      new Promise<number>((done) => {
        let from = Number.NaN
        document.querySelector(clickedSelector)?.addEventListener('click', ({ timeStamp }) => (from = timeStamp), {
          once: true,
          capture: true,
        })
        const watcher = new MutationObserver(() => {
          if (!document.querySelector(paintedSelector)) return
          watcher.disconnect()
          // A message posted in a frame is delivered after the frame is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - from)
            port2.postMessage(null)
          })
        })
        watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
      }),
    [button, until] as const,
  )
  await page.locator(button).click()
  return measured
}

/** The script that adds the button `#empty-commit` to a page. @returns its code, a module */
export async function buildEmptyCommit(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: resolve(import.meta.dirname, 'empty-commit.ts') } },
  })
  const file = 'output' in result ? result.output[0] : undefined
  if (file?.type !== 'chunk') throw new Error('the empty commit was not built')
  return file.code
}
