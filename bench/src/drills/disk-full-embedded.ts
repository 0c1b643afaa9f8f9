import { join } from 'node:path'
import { startRejectedServer } from '@studiohub/testing/processes.ts'
import { aProduct, type Drill } from './drill.ts'
import { fillUnder } from './full-disk.ts'
import { aSmallDisk } from './small-disk.ts'

/** The disk of the embedded database is full, also at a start after a `kill -9`. */
export const diskFullEmbedded: Drill = async (report) => {
  const disk = aSmallDisk(512)
  const product = await aProduct({ env: { DATA_DIR: join(disk.folder, 'data') } })
  try {
    const checkAfterwards = await fillUnder(product, disk, report)
    disk.makeSpace()
    await checkAfterwards(product)
    disk.fill()
    await product.kill()
    const { exit_code, output } = await startRejectedServer(product.environment)
    report.say(`a start on the full disk ended with ${exit_code}: ${output.trim()}`)
    if (exit_code === 0 || !/disk of .* is full/.test(output))
      report.fault('the start does not say that the disk is full')
    if (output.includes('database.damaged')) report.fault('a full disk is reported as damage')
    disk.makeSpace()
    await checkAfterwards(await product.again())
  } finally {
    await product.remove()
    disk.remove()
  }
}
