import type { FileRule } from './images.ts'

export const FILE_NAME_MAX = 200

/** The largest file in megabytes, unless the operator has set another limit (`UPLOADS_FILE_MB`). */
export const FILE_MAX_MB = 20

/** The types of documents, recordings and pictures that people may upload, detected from the content. */
export const fileTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'audio/mpeg',
  'audio/wav',
  'audio/flac',
  'audio/mp4',
  'video/mp4',
  'application/zip',
  'text/plain',
] as const
export type FileType = (typeof fileTypes)[number]
export const fileExtensions: Record<FileType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'application/zip': 'zip',
  'text/plain': 'txt',
}

/** The rule for files on cards and in messages, with the default limit. */
export const fileRule = { max_mb: FILE_MAX_MB, types: fileTypes, is_set_by_operator: true } as const satisfies FileRule

/** The name of the `meta` element with the operator's size limit, if it is not the default. */
export const FILE_MAX_META = 'studiohub-file-max-mb'

/** A size in words, such as 1.4 MB. */
export const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} kB`
