import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

const isText = (file: string) => /\.(js|css|svg|vtt)$/.test(file)
// What fits in one packet is there as soon without.
const SMALLEST_BYTES = 1024

/**
 * Writes each text of the build once more, compressed as far as it goes, for the server to send as it is: there is time
 * for that here and none while somebody waits.
 */
export async function compressAssets(folder: string) {
  const files = (await readdir(folder)).filter(isText).map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const whole = await readFile(file)
      if (whole.length >= SMALLEST_BYTES) await writeFile(`${file}.br`, await compress(whole))
    }),
  )
}
