import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { StartRefused } from '#platform/process/start-refused.ts'
import { SEAL_BYTES, sealOf } from './seal.ts'

/** One entry of an archive. Its content must be read before the next entry is asked for. */
export type Entry = { name: string; content: AsyncIterable<Uint8Array> }

/** A file that cannot be restored. */
export const notABackup = (path: string, cause?: unknown) =>
  new StartRefused(`${path} is damaged, incomplete or no backup of StudioHub. Nothing was changed.`, { cause })

/**
 * Compares a file with its seal: finds every changed bit and every missing end.
 * @throws StartRefused where the file does not fit its seal, or cannot be read
 */
export async function checkSeal(path: string): Promise<void> {
  const file = await open(path).catch((cause) => {
    throw new StartRefused(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw notABackup(path)
    const length = stat.size - SEAL_BYTES
    if (length <= 0) throw notABackup(path)
    const hash = createHash('sha256')
    for await (const chunk of file.createReadStream({ end: length - 1, autoClose: false })) hash.update(chunk)
    const { buffer } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, length)
    if (!buffer.equals(sealOf(hash))) throw notABackup(path)
  } finally {
    await file.close()
  }
}

/** The entries of an archive whose seal was checked, in order. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
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

/** The whole content of an entry. */
export async function readAll({ content }: Entry): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
