import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Content = AsyncIterable<string | Uint8Array>
/** Adds an entry to the ZIP. @param isCompressed whether the content is already compressed */
export type Add = (name: string, content: Content, isCompressed?: boolean) => Promise<void>

/** Opens a new ZIP file for writing. */
export async function openZip(path: string, now: Date) {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  const stop = new AbortController()
  // Uses the stream itself, because a wrapper would not end if it is stopped before the first entry.
  const written = pipeline(zip.outputStream, file, { signal: stop.signal })
  // It is awaited at the end. Until then an error must not end the process.
  written.catch(() => {})
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject)
    written.catch(reject)
  })
  failed.catch(() => {})
  return {
    async add(name: string, content: Content, isCompressed = false) {
      const source = Readable.from(content, { objectMode: false })
      const done = new Promise<void>((resolve, reject) => source.once('end', resolve).once('error', reject))
      zip.addReadStream(source, name, { mtime: now, mode: 0o100600, compress: !isCompressed })
      await Promise.race([done, failed])
    },
    async end() {
      zip.end()
      await Promise.race([written, failed])
    },
    async abort() {
      stop.abort()
      await written.catch(() => {})
      await rm(path, { force: true })
    },
  }
}

/** The items as an asynchronous iterable, which the archive reads. */
export async function* iterate<T>(items: T[]) {
  yield* items
}

/** The content of a file that is already in memory. */
export const oneChunk = (chunk: string | Uint8Array) => iterate([chunk])
