/**
 * Writes the rendered rooms as the pictures of the demo: node pictures/studios/encode.mjs FOLDER, with
 * `control-room.png` and so on. Each becomes 1600 by 900 pixels as AVIF and WebP, below 150 kB.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const BYTES_MAX = 150_000
const target = fileURLToPath(new URL('../../server/demo-pictures/', import.meta.url))
const [folder = '.'] = process.argv.slice(2)

async function encode(picture, format) {
  for (let quality = format === 'avif' ? 60 : 80; quality > 20; quality -= 8) {
    const bytes = await picture.clone().toFormat(format, { quality, effort: 4 }).toBuffer()
    if (bytes.length <= BYTES_MAX) return bytes
  }
  throw new Error(`cannot be smaller than ${BYTES_MAX} bytes`)
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.png'))) {
  const picture = sharp(join(folder, name))
    .removeAlpha()
    .resize(1600, 900, { fit: 'cover', kernel: 'lanczos3' })
    .sharpen({ sigma: 0.7 })
  for (const format of ['webp', 'avif']) {
    const bytes = await encode(picture, format)
    const file = `${name.replace(/\.png$/, '')}.${format}`
    writeFileSync(join(target, file), bytes)
    console.log(`${file} ${Math.round(bytes.length / 1000)} kB`)
  }
}
