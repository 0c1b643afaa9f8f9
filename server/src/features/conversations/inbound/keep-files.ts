import { AppError, type ErrorCode } from '@studiohub/contract/errors.ts'
import { FILES_A_MESSAGE_MAX } from '@studiohub/contract/features/conversations/words.ts'
import { maxBytes } from '@studiohub/contract/shared/images.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { theFileRule } from '#platform/files/open.ts'
import { cleanFileName, type StoredFileColumns, storeFile } from '#platform/files/store-file.ts'
import { queueDeletions } from '../files/service.ts'

const ATTACHMENTS_MAX = 100

const Attachment = z.object({
  name: z.string().max(2_000).default(''),
  /** The content in base64. Without it, only the name is mentioned. */
  content: z.base64().optional(),
  /** Of a file without content. */
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

/** A file that was not kept, with the reason as the end of a sentence. */
export type LeftOutFile = { name: string; reason: string }
export type KeptFiles = { kept: StoredFileColumns[]; left_out: LeftOutFile[] }

const unusable: Partial<Record<ErrorCode, string>> = {
  UNSUPPORTED_MEDIA_TYPE: 'files of this type are not taken',
  IMAGE_UNREADABLE: 'the picture cannot be read',
  IMAGE_TOO_COMPLEX: 'the picture has too many pixels',
}
const tooLarge = () => `it is larger than ${theFileRule().max_mb} MB`
const NO_ROOM = 'there is no room for more files'

/**
 * Stores the files of an email whose sender is proven. Jobs delete them if the email does not become a message.
 * @throws AppError FILES_UNAVAILABLE, STORAGE_FULL: the mail service repeats the report
 */
export async function keepFiles(
  attachments: readonly Attachment[],
  { studio_id, is_proven, now }: { studio_id: string; is_proven: boolean; now: Date },
): Promise<KeptFiles> {
  const kept: StoredFileColumns[] = []
  const left_out: LeftOutFile[] = []
  for (const { name, content, size_bytes = 0 } of attachments) {
    const leaveOut = (reason: string) => left_out.push({ name, reason })
    if (!is_proven) leaveOut('files of mails that are not proven are not kept')
    else if (size_bytes > maxBytes(theFileRule())) leaveOut(tooLarge())
    else if (!content) leaveOut('it did not arrive')
    else if (kept.length >= FILES_A_MESSAGE_MAX) leaveOut(`a message has at most ${FILES_A_MESSAGE_MAX} files`)
    else {
      const stored = await storeOne({ name, bytes: Buffer.from(content, 'base64') }, { studio_id, now })
      if (typeof stored === 'string') leaveOut(stored)
      else kept.push(stored)
    }
  }
  return { kept, left_out }
}

type OneFile = { name: string; bytes: Uint8Array }

/** @returns the stored file, or why it cannot be kept */
async function storeOne({ name, bytes }: OneFile, { studio_id, now }: { studio_id: string; now: Date }) {
  if (bytes.length > maxBytes(theFileRule())) return tooLarge()
  try {
    return await storeFile({
      ...{ name, bytes, folder: `message-files/${studio_id}` },
      beforeStoring: (keys) => asSystem((tx) => queueDeletions(tx, keys, now)),
    })
  } catch (error) {
    const reason = error instanceof AppError ? unusable[error.code] : undefined
    if (reason === undefined) throw error
    return reason
  }
}

/** Leaves out files that exceed the free space. @param room in bytes */
export function fitFilesInto(room: number, { kept, left_out }: KeptFiles): KeptFiles {
  const fitting: KeptFiles = { kept: [], left_out: [...left_out] }
  let free = room
  for (const file of kept) {
    if (file.size_bytes > free) fitting.left_out.push({ name: file.name, reason: NO_ROOM })
    else {
      free -= file.size_bytes
      fitting.kept.push(file)
    }
  }
  return fitting
}

/** The sentence in a message about files that were left out; null if there are none. */
export function describeLeftOut(left_out: readonly LeftOutFile[]): string | null {
  const unnamed = left_out.filter(({ name }) => name === '').length
  const lines = left_out
    .filter(({ name }) => name !== '')
    .map(({ name, reason }) => `(${cleanFileName(name)} was left out: ${reason}.)`)
  if (unnamed > 0) lines.push(`(${unnamed === 1 ? 'An attachment was' : `${unnamed} attachments were`} left out.)`)
  return lines.length === 0 ? null : lines.slice(0, NOTES_MAX).join('\n')
}

const NOTES_MAX = 12
