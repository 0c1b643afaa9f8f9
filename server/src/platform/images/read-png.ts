import sharp from 'sharp'
import { PUBLIC_FILES } from '../files/files.ts'
import { theFiles } from '../files/open.ts'

/** A public picture of ours as PNG, for formats without WebP; null if there is none. Never call it in a transaction. */
export async function readPng(address: string | null): Promise<Buffer | null> {
  if (!address?.startsWith(`${PUBLIC_FILES}/`)) return null
  const bytes = await theFiles().get(address.slice(PUBLIC_FILES.length + 1))
  // Uploads were encoded again when they were stored, so they contain only pixels.
  return bytes && sharp(bytes).png().toBuffer()
}
