import sharp from 'sharp'
import { PUBLIC_FILES } from '../files/files.ts'
import { getFileStore } from '../files/open.ts'

/**
 * Reads one of our public pictures as PNG, for file formats that cannot contain WebP. Never call it in a transaction.
 * @returns null if the address is not one of ours or has no file
 */
export async function readPng(address: string | null): Promise<Buffer | null> {
  if (!address?.startsWith(`${PUBLIC_FILES}/`)) return null
  const bytes = await getFileStore().get(address.slice(PUBLIC_FILES.length + 1))
  // It is safe to decode the file: uploads are encoded again before they are stored, so it contains only pixels.
  return bytes && sharp(bytes).png().toBuffer()
}
