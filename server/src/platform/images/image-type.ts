import type { ImageType } from '@studiohub/contract/shared/images.ts'

const startsWithBytes = (bytes: Uint8Array, ...head: number[]) => head.every((byte, index) => bytes[index] === byte)
const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const PROLOGUE_BYTES = 8_192
// An SVG file can start with a byte order mark, an XML declaration, comments and a document type.
const prologue =
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\])?\s*>\s*)?(?:<!--[\s\S]*?-->\s*)*/i

function isSvg(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, PROLOGUE_BYTES).includes(0)) return false
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, PROLOGUE_BYTES))
  return /^<(?:[a-z][\w-]*:)?svg[\s/>]/.test(text.replace(prologue, ''))
}

/** Detects the type of a picture from its bytes, without its name or header; null for an unknown type. */
export function findImageType(bytes: Uint8Array): ImageType | null {
  if (startsWithBytes(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWithBytes(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (startsWithBytes(bytes, 0, 0, 1, 0) && bytes[4] !== 0 && bytes[5] === 0) return 'image/x-icon'
  return isSvg(bytes) ? 'image/svg+xml' : null
}
