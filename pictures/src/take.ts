import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startProcess } from '@studiohub/testing/processes.ts'
import { fillMonth, waitForDemo } from './demo-month.ts'
import { writeFallbackFonts } from './fallback-fonts.ts'
import { writeFontSubset } from './font.ts'
import { takeProductPictures } from './product.ts'
import { writeRoomPictures } from './rooms.ts'
import { takeScreens } from './screens.ts'
import { recordTour } from './tour.ts'

/**
 * Runs the built product with its demo in a new folder, and takes `product` pictures or all `screens`, or records the
 * `tour`.
 */
const [what, ...only] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-pictures-'))
const server = await startProcess({ DATA_DIR: dataDir, RATE_LIMIT: 'off', NODE_ENV: 'production' })
try {
  await waitForDemo(server.url)
  await fillMonth(server.url)
  if (what === 'product')
    await Promise.all([writeFontSubset(), writeFallbackFonts(), writeRoomPictures(), takeProductPictures(server.url)])
  else if (what === 'tour')
    await recordTour(server.url, resolve(import.meta.dirname, '../../web/src/features/marketing/pictures'))
  else await takeScreens(server.url, only)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
