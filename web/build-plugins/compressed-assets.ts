import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)

const isText = (file: string) => /\.(js|css|svg|vtt)$/.test(file)
// Smaller files fit into one packet anyway.
const SMALLEST_BYTES = 1024

/** Adds a Brotli version of each text asset. Build time allows the highest compression level; a request does not. */
export async function compressAssets(folder: string) {
  const files = (await readdir(folder)).filter(isText).map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length >= SMALLEST_BYTES) await writeFile(`${file}.br`, await compress(content))
    }),
  )
}
