import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A small photo with typical metadata: location, name and orientation. */
export function aPhoto(options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' } = {}) {
  const { width = 64, height = 48, format = 'jpeg' } = options
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } })
    .withExif({
      IFD0: { Make: 'Canary Camera', Artist: 'Canary Person' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .toFormat(format)
    .toBuffer()
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crcOf = (bytes: Uint8Array) =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  crc.writeUInt32BE(crcOf(body))
  return Buffer.concat([length, body, crc])
}

/** A single-color PNG with a small file but `width * height` pixels. */
export function aDecompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, grayscale.
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const PNG_ENTRY = 22
/** An icon file that contains one PNG, like a favicon. */
export async function anIcon(): Promise<Buffer> {
  const png = await sharp({ create: { width: 32, height: 32, channels: 4, background: '#08f' } })
    .png()
    .toBuffer()
  const head = Buffer.alloc(PNG_ENTRY)
  head.set([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0])
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(PNG_ENTRY, 18)
  return Buffer.concat([head, png])
}
