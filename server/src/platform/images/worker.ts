import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { readIcon } from './icon.ts'
import type { Order, Outcome } from './order.ts'

// A process of its own: whatever a picture does to the programs that open it, it does here, where there is no database,
// no key and no network to reach, and where it can be ended.

/** The operations by which each type is opened, from memory only: nothing a picture names is ever fetched. */
const loaders = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
  'image/x-icon': 'VipsForeignLoadPngBuffer',
} as const

class Unreadable extends Error {}
class Unsafe extends Error {}

// Entities can stand for files, and for a million of each other.
const declaresEntities = (bytes: Buffer) => /<!ENTITY|<!DOCTYPE[^>]*\[/i.test(bytes.toString('latin1'))

function open(bytes: Buffer, { type, max_pixels, shape }: Order): Sharp {
  const options = { limitInputPixels: max_pixels, failOn: 'error', pages: 1 } as const
  if (type === 'image/x-icon') {
    const icon = readIcon(bytes)
    if (!icon) throw new Unreadable()
    if ('png' in icon) return sharp(icon.png, options)
    return sharp(icon.rgba, { raw: { width: icon.width, height: icon.height, channels: 4 } })
  }
  if (type === 'image/svg+xml') {
    if (declaresEntities(bytes)) throw new Unsafe()
    return sharp(bytes, { ...options, density: 72 }).resize(shape.width, shape.height, { fit: shape.fit })
  }
  return sharp(bytes, options)
}

async function make(bytes: Buffer, order: Order): Promise<Buffer> {
  const { shape, type } = order
  const drawn = type === 'image/svg+xml'
  // Turned as the camera was held before that is forgotten with all else it wrote into the file.
  const turned = open(bytes, order).autoOrient()
  const sized = turned.resize(shape.width, shape.height, { fit: shape.fit, withoutEnlargement: !drawn })
  const plain = sized.toColourspace('srgb')
  return shape.format === 'webp'
    ? plain.webp({ quality: 86 }).toBuffer()
    : plain.png({ compressionLevel: 9 }).toBuffer()
}

function whyOf(error: unknown): Exclude<Outcome, { done: true }>['why'] {
  if (error instanceof Unsafe) return 'unsafe'
  return error instanceof Error && /pixel limit|too large|huge/i.test(error.message) ? 'too_complex' : 'unreadable'
}

async function run() {
  sharp.concurrency(1)
  sharp.cache(false)
  const input = await buffer(process.stdin)
  const end = input.indexOf(10)
  // Written by the server's own hand, in `Order`'s shape.
  const order = JSON.parse(input.toString('utf8', 0, end)) as Order
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[order.type]] })
  const answer = (outcome: Outcome) => process.stdout.write(`${JSON.stringify(outcome)}\n`)
  try {
    const made = await make(input.subarray(end + 1), order)
    answer({ done: true })
    process.stdout.write(made)
  } catch (error) {
    answer({ done: false, why: whyOf(error) })
  }
}

await run()
