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
    const at = DIRECTORY_BYTES + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > bytes.length) break
    const edge = view.getUint8(at) || LARGEST_EDGE
    const [size, from] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
    if (from + size > bytes.length || (largest && largest.edge >= edge)) continue
    largest = { edge, picture: bytes.subarray(from, from + size) }
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
  const fits = width > 0 && height > 0 && width <= LARGEST_EDGE && height <= LARGEST_EDGE && Number.isInteger(height)
  if (!fits || (bits !== 24 && bits !== 32) || view.getUint32(16, true) !== 0) return null
  const deep = bits / 8
  const row = Math.ceil((width * deep) / 4) * 4
  const start = view.getUint32(0, true)
  if (start < HEADER_BYTES || start + row * height > bytes.length) return null
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = start + (height - 1 - y) * row + x * deep
      const alpha = deep === 4 ? (bytes[from + 3] ?? 255) : 255
      rgba.set([bytes[from + 2] ?? 0, bytes[from + 1] ?? 0, bytes[from] ?? 0, alpha], (y * width + x) * 4)
    }
  }
  return { rgba, width, height }
}
