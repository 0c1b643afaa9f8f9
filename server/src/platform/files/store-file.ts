import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { FILE_NAME_MAX, type FileType, fileExtensions, fileTypes } from '@studiohub/contract/shared/files.ts'
import { maxBytes, tooLarge, wrongType } from '@studiohub/contract/shared/images.ts'
import { preparePicture } from '../images/prepare.ts'
import { findFileType } from './file-type.ts'
import { getFileRule, getFileStore } from './open.ts'

const previewShape = { width: 640, height: 480, fit: 'inside', format: 'webp' } as const

/** The columns of a stored file. */
export type StoredFileColumns = {
  name: string
  content_type: FileType
  size_bytes: number
  file_key: string
  preview_key: string | null
}

type NewFile = {
  name: string
  bytes: Uint8Array
  /** Where the file is stored: a bucket and the studio's id. */
  folder: string
  /**
   * Called before files are stored. It must queue a job that deletes these files later if no row uses them, so that an
   * interrupted upload leaves no files.
   */
  beforeStoring: (keys: readonly string[]) => Promise<void>
}

/**
 * Stores a file and, for a picture, a small preview. Never call it while a transaction is open.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, or an error of `preparePicture`
 */
export async function storeFile({ name, bytes, folder, beforeStoring }: NewFile): Promise<StoredFileColumns> {
  const rule = getFileRule()
  if (bytes.length > maxBytes(rule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(rule) })
  const content_type = detectFileType(bytes)
  const preview = isPicture(content_type)
    ? await preparePicture(bytes, { max_mb: rule.max_mb, types: [content_type] }, previewShape)
    : null
  const key = `${folder}/${randomUUID()}`
  const file_key = `${key}.${fileExtensions[content_type]}`
  const preview_key = preview && `${key}-preview.${preview.extension}`
  await beforeStoring(listFileKeys({ file_key, preview_key }))
  await getFileStore().put(file_key, bytes)
  if (preview && preview_key) await getFileStore().put(preview_key, preview.bytes)
  return { name: cleanFileName(name), content_type, size_bytes: bytes.length, file_key, preview_key }
}

/** The keys of a file and of its preview. */
export const listFileKeys = ({ file_key, preview_key }: Pick<StoredFileColumns, 'file_key' | 'preview_key'>) => [
  file_key,
  ...(preview_key ? [preview_key] : []),
]

const isPicture = (type: FileType): type is 'image/jpeg' | 'image/png' | 'image/webp' => type.startsWith('image/')

function detectFileType(bytes: Uint8Array): FileType {
  const detectedType = findFileType(bytes)
  return (
    fileTypes.find((type) => type === detectedType) ??
    fail('UNSUPPORTED_MEDIA_TYPE', { message: wrongType(getFileRule()) })
  )
}

/** A file name without folders and invisible characters, of limited length. */
export function cleanFileName(name: string): string {
  const visible = (name.normalize('NFC').split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...visible].slice(-FILE_NAME_MAX).join('') || 'file'
}
