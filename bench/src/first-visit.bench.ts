/**
 * The scripts that a first visit loads: `npm run bench -- first-visit`. Opens screens of the demo in Chromium with an empty
 * cache, for six seconds each without any input. Counts the script files and their transferred bytes, with headers. Ends with 1 if a
 * limit is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { startProcess } from '@studiohub/testing/processes.ts'
import { build } from '../../scripts/build.mjs'
import { openReport } from './contest.ts'
import { launchChromium, signInAt } from './open-pages.ts'

const VISIT_MS = 6_000
const FILES_MAX = 25
const owner = { email: 'nora@northlight.example', password: 'studiohub' }
const client = { email: 'cleo@example.com', password: 'studiohub' }
const screens = [
  { name: "the studio's bookings", person: owner, path: '/studio/bookings', kb: 200 },
  { name: "a client's bookings", person: client, path: '/northlight/bookings', kb: 170 },
  { name: "a client's board", person: client, path: '/northlight/board', kb: 200 },
  { name: "the studio's board", person: owner, path: '/studio/board', kb: 200 },
]
const { checkLimit, exceeded } = openReport()

/** Opens one screen and waits. @returns the files of script that it fetched, and their kilobytes */
async function visit(browser: Browser, url: string, { person, path }: (typeof screens)[number]) {
  const page = await signInAt(browser, url, person)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(path)
  await wait(VISIT_MS)
  await page.context().close()
  return { files: scripts.size, kb: bytes / 1000 }
}

if (!(await build())) process.exit(1)
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-bench-'))
const server = await startProcess({ DATA_DIR: dataDir, RATE_LIMIT: 'off' })
const browser = await launchChromium()
try {
  for (const screen of screens) {
    const { files, kb } = await visit(browser, server.url, screen)
    checkLimit(`${screen.name}: files`, files, { max: FILES_MAX })
    checkLimit(`${screen.name}: script`, kb, { max: screen.kb }, ' kB')
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = exceeded.length === 0 ? 0 : 1
