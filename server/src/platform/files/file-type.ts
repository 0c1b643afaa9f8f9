import { findImageType } from '../images/image-type.ts'

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
const CHECKED_BYTES = 64 * 1024

// Text contains no control bytes and is valid UTF-8. The last character may be incomplete.
function isText(bytes: Uint8Array): boolean {
  const part = bytes.subarray(0, CHECKED_BYTES)
  if (part.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: true })
    return true
  } catch {
    return false
  }
}

// After a length and `ftyp`, an MP4 file names its brand. `M4A` and `M4B` contain audio only.
const mp4TypeOf = (bytes: Uint8Array) => (/^M4[AB]/.test(ascii(bytes, 8, 12)) ? 'audio/mp4' : 'video/mp4')

/**
 * Detects the type of a document, a recording or a picture from its bytes, without its name or header; null for an unknown
 * type. Markup that could run a script is never `text/plain`.
 */
export function findFileType(bytes: Uint8Array): string | null {
  const image = findImageType(bytes)
  if (image) return image
  if (ascii(bytes, 0, 5) === '%PDF-') return 'application/pdf'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return 'audio/wav'
  if (ascii(bytes, 0, 4) === 'fLaC') return 'audio/flac'
  if (ascii(bytes, 4, 8) === 'ftyp') return mp4TypeOf(bytes)
  if (ascii(bytes, 0, 3) === 'ID3' || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg'
  if (ascii(bytes, 0, 4) === 'PK\u0003\u0004') return 'application/zip'
  if (bytes.length === 0 || !isText(bytes)) return null
  return /^\ufeff?\s*<(?:!doctype|html|\?xml|[a-z]+[\s>])/i.test(new TextDecoder().decode(bytes.subarray(0, 512)))
    ? null
    : 'text/plain'
}
