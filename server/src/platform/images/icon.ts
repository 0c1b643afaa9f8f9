/** The pixels of an icon: a complete PNG, or raw RGBA rows from the top. */
export type IconPixels = { png: Uint8Array } | { rgba: Uint8Array; width: number; height: number }

const DIRECTORY_BYTES = 6
const ENTRY_BYTES = 16
const HEADER_BYTES = 40
const LARGEST_EDGE = 256

/**
 * Reads the largest picture in an ICO file: bitmaps of 24 and 32 bits per pixel, and PNG files. Palettes are not supported.
 * @returns null if there is no readable picture
 */
export function readIcon(bytes: Uint8Array): IconPixels | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let largest: { edge: number; picture: Uint8Array } | null = null
  for (let index = 0; index < view.getUint16(4, true); index += 1) {
    const entry = DIRECTORY_BYTES + index * ENTRY_BYTES
    if (entry + ENTRY_BYTES > bytes.length) break
    const edge = view.getUint8(entry) || LARGEST_EDGE
    const [size, offset] = [view.getUint32(entry + 8, true), view.getUint32(entry + 12, true)]
    if (offset + size > bytes.length || (largest && largest.edge >= edge)) continue
    largest = { edge, picture: bytes.subarray(offset, offset + size) }
  }
  if (!largest) return null
  return largest.picture[0] === 0x89 ? { png: largest.picture } : readBitmap(largest.picture)
}

// A bitmap without its file header: rows from the bottom, BGR(A), each row padded to four bytes. Its height includes the
// mask below the picture.
function readBitmap(bytes: Uint8Array): IconPixels | null {
  if (bytes.length < HEADER_BYTES) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height, bits] = [view.getInt32(4, true), view.getInt32(8, true) / 2, view.getUint16(14, true)]
  const isValidSize =
    width > 0 && height > 0 && width <= LARGEST_EDGE && height <= LARGEST_EDGE && Number.isInteger(height)
  if (!isValidSize || (bits !== 24 && bits !== 32) || view.getUint32(16, true) !== 0) return null
  const pixelBytes = bits / 8
  const rowBytes = Math.ceil((width * pixelBytes) / 4) * 4
  const start = view.getUint32(0, true)
  if (start < HEADER_BYTES || start + rowBytes * height > bytes.length) return null
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = start + (height - 1 - y) * rowBytes + x * pixelBytes
      const alpha = pixelBytes === 4 ? (bytes[pixel + 3] ?? 255) : 255
      rgba.set([bytes[pixel + 2] ?? 0, bytes[pixel + 1] ?? 0, bytes[pixel] ?? 0, alpha], (y * width + x) * 4)
    }
  }
  return { rgba, width, height }
}
