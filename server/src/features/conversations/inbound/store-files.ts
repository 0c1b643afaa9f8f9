import { AppError, type ErrorCode } from '@studiohub/contract/errors.ts'
import { FILES_PER_MESSAGE_MAX } from '@studiohub/contract/features/conversations/words.ts'
import { maxBytes } from '@studiohub/contract/shared/images.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { getFileRule } from '#platform/files/open.ts'
import { cleanFileName, type StoredFileColumns, storeFile } from '#platform/files/store-file.ts'
import { queueDeletions } from '../files/service.ts'

const ATTACHMENTS_MAX = 100

const Attachment = z.object({
  name: z.string().max(2_000).default(''),
  /** The content in base64. Without it, only the name is mentioned. */
  content: z.base64().optional(),
  /** Set for a file without content. */
  size_bytes: z.int().min(0).optional(),
})
export type Attachment = z.output<typeof Attachment>

/** The attachments of a reported email; only their number if the mail service does not send them. */
export const Attachments = z.union([
  z
    .int()
    .min(0)
    .max(ATTACHMENTS_MAX)
    .transform((count) => Array.from({ length: count }, (): Attachment => ({ name: '' }))),
  z.array(Attachment).max(ATTACHMENTS_MAX),
])

/** A file of an email that was not stored, with the reason as the end of a sentence. */
export type RejectedFile = { name: string; reason: string }
export type InboundFiles = { stored: StoredFileColumns[]; rejected: RejectedFile[] }

const rejectionReasons: Partial<Record<ErrorCode, string>> = {
  UNSUPPORTED_MEDIA_TYPE: 'files of this type are not accepted',
  IMAGE_UNREADABLE: 'the picture cannot be read',
  IMAGE_TOO_COMPLEX: 'the picture has too many pixels',
}
const tooLarge = () => `it is larger than ${getFileRule().max_mb} MB`
const NO_SPACE = 'there is no space left for more files'

/**
 * Stores the files of an email whose sender is proven. Jobs delete them if the email does not become a message.
 * @throws AppError FILES_UNAVAILABLE, STORAGE_FULL: the mail service repeats the report
 */
export async function storeFiles(
  attachments: readonly Attachment[],
  { studio_id, is_proven, now }: { studio_id: string; is_proven: boolean; now: Date },
): Promise<InboundFiles> {
  const storedFiles: StoredFileColumns[] = []
  const rejected: RejectedFile[] = []
  for (const { name, content, size_bytes = 0 } of attachments) {
    const reject = (reason: string) => rejected.push({ name, reason })
    if (!is_proven) reject('the sender is not verified')
    else if (size_bytes > maxBytes(getFileRule())) reject(tooLarge())
    else if (!content) reject('it did not arrive')
    else if (storedFiles.length >= FILES_PER_MESSAGE_MAX) reject(`a message has at most ${FILES_PER_MESSAGE_MAX} files`)
    else {
      const fileOrReason = await storeAttachment({ name, bytes: Buffer.from(content, 'base64') }, { studio_id, now })
      if (typeof fileOrReason === 'string') reject(fileOrReason)
      else storedFiles.push(fileOrReason)
    }
  }
  return { stored: storedFiles, rejected }
}

type AttachedFile = { name: string; bytes: Uint8Array }

/** @returns the stored file, or why it cannot be stored */
async function storeAttachment({ name, bytes }: AttachedFile, { studio_id, now }: { studio_id: string; now: Date }) {
  if (bytes.length > maxBytes(getFileRule())) return tooLarge()
  try {
    return await storeFile({
      name,
      bytes,
      folder: `message-files/${studio_id}`,
      beforeStoring: (keys) => asSystem((tx) => queueDeletions(tx, keys, now)),
    })
  } catch (error) {
    const reason = error instanceof AppError ? rejectionReasons[error.code] : undefined
    if (reason === undefined) throw error
    return reason
  }
}

/** Rejects files for which the free space is too small. */
export function limitFiles(freeBytes: number, { stored: storedFiles, rejected }: InboundFiles): InboundFiles {
  const result: InboundFiles = { stored: [], rejected: [...rejected] }
  let remaining = freeBytes
  for (const file of storedFiles) {
    if (file.size_bytes > remaining) result.rejected.push({ name: file.name, reason: NO_SPACE })
    else {
      remaining -= file.size_bytes
      result.stored.push(file)
    }
  }
  return result
}

/** The sentence in a message about rejected files; null if there are none. */
export function describeRejected(rejected: readonly RejectedFile[]): string | null {
  const unnamed = rejected.filter(({ name }) => name === '').length
  const lines = rejected
    .filter(({ name }) => name !== '')
    .map(({ name, reason }) => `(${cleanFileName(name)} was not stored: ${reason}.)`)
  if (unnamed > 0) lines.push(`(${unnamed === 1 ? 'An attachment was' : `${unnamed} attachments were`} not stored.)`)
  return lines.length === 0 ? null : lines.slice(0, NOTES_MAX).join('\n')
}

const NOTES_MAX = 12
