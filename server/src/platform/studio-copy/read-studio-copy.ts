import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { z } from 'zod'
import { FileKey } from '#platform/files/files.ts'
import { StartError } from '#platform/process/start-error.ts'
import {
  AnyStudioManifest,
  CREW_MAX,
  CrewMember,
  MANIFEST_NAME,
  PEOPLE_NAME,
  README_NAME,
  STUDIO_COPY_FORMAT,
  StudioManifest,
} from './manifest.ts'

const MB = 1024 * 1024
/** The highest compression ratio of an exported entry. DEFLATE itself can reach 1,000. */
const COMPRESSION_MAX = 200
const SMALL_BYTES = 8 * MB
const ROW_BYTES_MAX = 32 * MB
const MANIFEST_BYTES_MAX = 16 * MB
const ENTRIES_MAX = 2_000_000

const damagedError = (path: string, cause?: unknown) =>
  new StartError(`${path} is damaged, incomplete, or not an exported studio. Nothing was changed.`, { cause })

const rejectedError = (path: string, reason: string) =>
  new StartError(`${path} was rejected: ${reason} Nothing was changed.`)

/** A row of an exported table. */
export type ExportedRow = Record<string, unknown>

/** An exported studio on the disk. Its names, sizes and checksums were checked. */
export type StudioCopy = {
  manifest: StudioManifest
  people: CrewMember[]
  /** All keys of stored files. */
  fileKeys: string[]
  readTable(name: string): AsyncIterable<ExportedRow>
  readFile(key: string): Promise<Buffer>
  close(): void
}

/**
 * Opens an exported studio and checks it: all names are those of an export, no entry unpacks to far more than its size, no two
 * entries share bytes, and the rows match the manifest.
 * @param largestFile the maximum size of a stored file in bytes
 * @throws StartError with a sentence for the operator
 */
export async function openStudioCopy(path: string, largestFile: number): Promise<StudioCopy> {
  const size = await sizeOf(path)
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((cause: unknown) => {
    throw damagedError(path, cause)
  })
  try {
    const source = new Source(path, zip)
    await source.list(size, largestFile)
    const manifest = readManifest(path, await source.readWhole(MANIFEST_NAME))
    const expected = manifest.tables.flatMap(({ name }) => [`tables/${name}.json`, `tables/${name}.csv`])
    source.requireNames([...expected, README_NAME, `${PEOPLE_NAME}.json`, `${PEOPLE_NAME}.csv`])
    for (const table of manifest.tables) await source.checkTable(table)
    const people = z
      .array(CrewMember)
      .max(CREW_MAX)
      .parse(JSON.parse((await source.readWhole(`${PEOPLE_NAME}.json`)).toString()))
    if (people.length !== manifest.people || source.fileKeys().length !== manifest.files.count) throw damagedError(path)
    return {
      manifest,
      people,
      fileKeys: source.fileKeys(),
      readTable: (name) => source.readRows(`tables/${name}.json`),
      readFile: (key) => source.readWhole(`files/${key}`),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof StartError ? error : damagedError(path, error)
  }
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch((cause) => {
    throw new StartError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  if (!stats.isFile()) throw new StartError(`${path} is not a file.`)
  return stats.size
}

function readManifest(path: string, text: Buffer): StudioManifest {
  const json: unknown = JSON.parse(text.toString())
  if (AnyStudioManifest.parse(json).format > STUDIO_COPY_FORMAT)
    throw new StartError(`${path} was written by a newer version of StudioHub. Import it with that version.`)
  return StudioManifest.parse(json)
}

class Source {
  readonly #path: string
  readonly #zip: ZipFile
  readonly #entries = new Map<string, Entry>()

  constructor(path: string, zip: ZipFile) {
    this.#path = path
    this.#zip = zip
  }

  /** Reads the list of entries. @throws StartError if an export cannot contain one of them */
  async list(size: number, largestFile: number) {
    const rejected = (reason: string) => rejectedError(this.#path, reason)
    if (this.#zip.entryCount > ENTRIES_MAX) throw rejected('it has too many entries.')
    let compressedBytes = 0
    for await (const entry of this.#zip.eachEntry()) {
      const { fileName: name, compressedSize, uncompressedSize } = entry
      if (!isKnownName(name)) throw rejected(`it contains ${JSON.stringify(name)}, which no export writes.`)
      if (this.#entries.has(name)) throw rejected(`it contains ${name} twice.`)
      if (entry.isEncrypted() || !entry.canDecodeFileData())
        throw rejected(`${name} is encrypted or packed in an unknown way.`)
      // A silent recording has the same compression ratio as a bomb, so uploads are limited by their size below.
      const isUpload = name.startsWith('files/')
      if (!isUpload && uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * COMPRESSION_MAX)
        throw rejected(`${name} would unpack to ${Math.round(uncompressedSize / MB)} MB, which is a zip bomb.`)
      if (isUpload && uncompressedSize > largestFile)
        throw rejected(`${name} is larger than an upload may be here (UPLOADS_FILE_MB).`)
      if (!/^(tables|files)\//.test(name) && uncompressedSize > MANIFEST_BYTES_MAX)
        throw rejected(`${name} is too large.`)
      compressedBytes += compressedSize
      this.#entries.set(name, entry)
    }
    // If entries share bytes, a small file could unpack to any size.
    if (compressedBytes > size) throw rejected('its entries overlap, which is a zip bomb.')
    if (!this.#entries.has(MANIFEST_NAME)) throw damagedError(this.#path)
  }

  requireNames(expected: string[]) {
    for (const name of expected)
      if (!this.#entries.has(name)) throw rejectedError(this.#path, `${name} is missing. The file is incomplete.`)
    const listed = new Set([...expected, MANIFEST_NAME])
    for (const name of this.#entries.keys())
      if (!listed.has(name) && !name.startsWith('files/'))
        throw rejectedError(this.#path, `its manifest does not list ${name}.`)
  }

  fileKeys() {
    return [...this.#entries.keys()].flatMap((name) => (name.startsWith('files/') ? name.slice('files/'.length) : []))
  }

  async checkTable({ name, rows, sha256 }: StudioManifest['tables'][number]) {
    const [hash, count] = [createHash('sha256'), { rows: 0 }]
    for await (const _row of this.readRows(`tables/${name}.json`, hash)) count.rows += 1
    if (count.rows !== rows || hash.digest('hex') !== sha256) throw damagedError(this.#path)
  }

  /** Reads the rows. Each line has one. */
  async *readRows(name: string, hash?: ReturnType<typeof createHash>): AsyncGenerator<ExportedRow> {
    const stream = await this.#open(name)
    for await (const line of splitLines(
      stream,
      () => rejectedError(this.#path, `a row of ${name} is too long.`),
      hash,
    )) {
      const text = line.replace(/,$/, '')
      if (text === '[' || text === ']' || text === '[]' || text === '') continue
      yield Row.parse(JSON.parse(text))
    }
  }

  /** Reads a whole entry and compares its checksum. */
  async readWhole(name: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of await this.#open(name)) chunks.push(chunk)
    const content = Buffer.concat(chunks)
    if (crc32(content) !== this.#entries.get(name)?.crc32) throw damagedError(this.#path)
    return content
  }

  #open(name: string): Promise<Readable> {
    const entry = this.#entries.get(name)
    if (!entry) throw rejectedError(this.#path, `${name} is missing. The file is incomplete.`)
    return this.#zip.openReadStreamPromise(entry)
  }
}

const LINE_END = 10

/**
 * The lines of a stream. Only byte 10 ends one: `readline` also splits at U+2028 and U+2029, which JSON may contain.
 * @throws the error of `tooLong` for a line that would fill the memory
 */
async function* splitLines(
  stream: AsyncIterable<Buffer>,
  tooLong: () => Error,
  hash?: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  let chunks: Buffer[] = []
  let lineBytes = 0
  for await (const chunk of stream) {
    hash?.update(chunk)
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...chunks, chunk.subarray(from, end)]).toString('utf8')
      chunks = []
      lineBytes = 0
      from = end + 1
    }
    chunks.push(chunk.subarray(from))
    lineBytes += chunk.length - from
    if (lineBytes > ROW_BYTES_MAX) throw tooLong()
  }
  yield Buffer.concat(chunks).toString('utf8')
}
const Row = z.record(z.string(), z.unknown())

const fixedNames = [MANIFEST_NAME, README_NAME, `${PEOPLE_NAME}.json`, `${PEOPLE_NAME}.csv`]

/** Whether an export can contain this name. No entry is written to the disk under its name, but such names are rejected too. */
function isKnownName(name: string): boolean {
  if (fixedNames.includes(name) || /^tables\/[a-z_0-9]+\.(json|csv)$/.test(name)) return true
  return name.startsWith('files/') && FileKey.safeParse(name.slice('files/'.length)).success
}
