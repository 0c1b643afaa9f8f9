import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { StartError } from '#platform/process/start-error.ts'
import { syncFolder } from '#platform/process/sync-folder.ts'
import { withSeal } from './seal.ts'

/** Adds one entry. @param content exactly `size` bytes */
export type AddEntry = (name: string, size: number, content: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Writes a compressed tar archive with a seal. `path` is replaced only when the new file is complete and on the disk.
 * @param fill adds the entries; if it fails, no file is left behind
 */
export async function writeArchive(path: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  const remove = () => rmSync(unfinished, { force: true })
  process.once('exit', remove)
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  const { readable, controller } = createTarPacker()
  const written = pipeline(Readable.fromWeb(readable), createGzip(), withSeal, file)
  const filled = fill(async (name, size, content) => {
    const writer = controller.add({ name, size, mode: 0o600, mtime: new Date(0) }).getWriter()
    for await (const chunk of content) await writer.write(chunk)
    await writer.close()
  }).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  try {
    await Promise.all([written, filled])
    await rename(unfinished, path)
    syncFolder(dirname(path))
  } catch (error) {
    remove()
    throw toStartError(error, path) ?? error
  } finally {
    process.off('exit', remove)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

function toStartError(error: unknown, path: string): StartError | null {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason ? new StartError(`${path} cannot be written: ${reason}.`, { cause: error }) : null
}
