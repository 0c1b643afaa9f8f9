import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { StartError } from '#platform/process/start-error.ts'
import { createSeal, SEAL_BYTES } from './seal.ts'

/** One entry of an archive. Read its content before the next entry. */
export type ArchiveEntry = { name: string; content: AsyncIterable<Uint8Array> }

/** The error for a file that cannot be restored. */
export const damagedBackupError = (path: string, cause?: unknown) =>
  new StartError(`${path} is damaged, incomplete, or not a backup of StudioHub. Nothing was changed.`, { cause })

/**
 * Compares a file with its seal, which detects every changed bit and a missing end.
 * @throws StartError if the file does not match its seal, or cannot be read
 */
export async function checkSeal(path: string): Promise<void> {
  const file = await open(path).catch((cause) => {
    throw new StartError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw damagedBackupError(path)
    const length = stat.size - SEAL_BYTES
    if (length <= 0) throw damagedBackupError(path)
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ end: length - 1, autoClose: false })) hash.update(chunk)
    const { buffer } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, length)
    if (!buffer.equals(createSeal(hash))) throw damagedBackupError(path)
  } finally {
    await file.close()
  }
}

/** Reads the entries of an archive, in order. The caller must check the seal before. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path)
  const unpacked = file.pipe(createGunzip())
  file.once('error', (error) => unpacked.destroy(error))
  const entries = Readable.toWeb(unpacked).pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const { header, body } of entries) yield { name: header.name, content: body }
  } finally {
    file.destroy()
  }
}

/** Reads the whole content of an entry. */
export async function readAll({ content }: ArchiveEntry): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
