import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { readIcon } from './icon.ts'
import type { PictureOrder, PictureOutcome } from './picture-order.ts'

// This runs in its own process. A picture that attacks the decoder finds no database, keys or network here, and the process
// can be killed.

/** The decoder of each type. All of them read only from memory, so they never load files that a picture names. */
const loaders = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
  'image/x-icon': 'VipsForeignLoadPngBuffer',
} as const

class UnreadablePictureError extends Error {}
class UnsafePictureError extends Error {}

// XML entities can include files, or expand to millions of characters.
const declaresEntities = (bytes: Buffer) => /<!ENTITY|<!DOCTYPE[^>]*\[/i.test(bytes.toString('latin1'))

function openPicture(bytes: Buffer, { type, max_pixels, shape }: PictureOrder): Sharp {
  const options = { limitInputPixels: max_pixels, failOn: 'error', pages: 1 } as const
  if (type === 'image/x-icon') {
    const icon = readIcon(bytes)
    if (!icon) throw new UnreadablePictureError()
    if ('png' in icon) return sharp(icon.png, options)
    return sharp(icon.rgba, { raw: { width: icon.width, height: icon.height, channels: 4 } })
  }
  if (type === 'image/svg+xml') {
    if (declaresEntities(bytes)) throw new UnsafePictureError()
    return sharp(bytes, { ...options, density: 72 }).resize(shape.width, shape.height, { fit: shape.fit })
  }
  return sharp(bytes, options)
}

async function encodePicture(bytes: Buffer, order: PictureOrder): Promise<Buffer> {
  const { shape, type } = order
  const isDrawing = type === 'image/svg+xml'
  // Rotates by the camera's orientation now, because the metadata is removed later.
  const rotated = openPicture(bytes, order).autoOrient()
  const { width, height } = shape.fit === 'cover' && !isDrawing ? await sizeWithin(rotated, shape) : shape
  const resized = rotated.resize(width, height, { fit: shape.fit, withoutEnlargement: !isDrawing })
  const inSrgb = resized.toColourspace('srgb')
  return shape.format === 'webp'
    ? inSrgb.webp({ quality: 86 }).toBuffer()
    : inSrgb.png({ compressionLevel: 9 }).toBuffer()
}

// A picture that is smaller than the requested size is cropped to its proportions, not enlarged.
async function sizeWithin(picture: Sharp, { width, height }: PictureOrder['shape']) {
  const { autoOrient: size } = await picture.metadata()
  const scale = Math.min(1, size.width / width, size.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function reasonOf(error: unknown): Exclude<PictureOutcome, { done: true }>['why'] {
  if (error instanceof UnsafePictureError) return 'unsafe'
  return error instanceof Error && /pixel limit|too large|huge/i.test(error.message) ? 'too_complex' : 'unreadable'
}

async function run() {
  sharp.concurrency(1)
  sharp.cache(false)
  const input = await buffer(process.stdin)
  const end = input.indexOf(10)
  // The server wrote this line in the shape of `PictureOrder`.
  const order = JSON.parse(input.toString('utf8', 0, end)) as PictureOrder
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[order.type]] })
  const answer = (outcome: PictureOutcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`)
  try {
    const encoded = await encodePicture(input.subarray(end + 1), order)
    answer({ done: true })
    process.stdout.write(encoded)
  } catch (error) {
    answer({ done: false, why: reasonOf(error) })
  }
}

await run()
