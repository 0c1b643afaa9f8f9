import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const BLOCK = 512
const CHUNK = 1024 * 1024
const REGULAR = '0'
const FOLDER = '5'

// Of a running process and of no use to another.
const skipped = new Set(['postmaster.pid', 'postmaster.opts'])

/**
 * Writes all files under `folder` into one tar archive (ustar), which any `tar` can read. Blocks until it is done.
 * Nothing may write to `folder` meanwhile.
 */
export function pack(folder: string, archive: string) {
  const out = openSync(archive, 'wx', 0o600)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK)
    packFolder(folder, '', out, buffer)
    writeSync(out, Buffer.alloc(2 * BLOCK))
  } finally {
    closeSync(out)
  }
}

function packFolder(root: string, path: string, out: number, buffer: Buffer) {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const name = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      writeSync(out, header(`${name}/`, 0, FOLDER))
      packFolder(root, name, out, buffer)
    } else if (entry.isFile() && !skipped.has(name)) packFile(join(root, name), name, out, buffer)
  }
}

function packFile(file: string, name: string, out: number, buffer: Buffer) {
  const source = openSync(file, 'r')
  try {
    const { size } = statSync(file)
    writeSync(out, header(name, size, REGULAR))
    copy(source, null, out, size, buffer)
    writeSync(out, Buffer.alloc(padding(size)))
  } finally {
    closeSync(source)
  }
}

/**
 * Writes the files of an archive that `pack` made under `folder`, which is made. Blocks until it is done.
 * @throws where the archive ends too early or is no such archive
 */
export function unpack(archive: string, folder: string) {
  const source = openSync(archive, 'r')
  const block = Buffer.alloc(BLOCK)
  const buffer = Buffer.allocUnsafe(CHUNK)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    for (let position = 0; ; ) {
      if (readSync(source, block, 0, BLOCK, position) !== BLOCK) throw new Error('the archive ends too early')
      if (block.every((byte) => byte === 0)) return
      const entry = readHeader(block)
      position += BLOCK
      const target = join(folder, entry.name)
      if (entry.type === FOLDER) mkdirSync(target, { recursive: true, mode: 0o700 })
      else {
        mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
        const out = openSync(target, 'wx', 0o600)
        try {
          copy(source, position, out, entry.size, buffer)
        } finally {
          closeSync(out)
        }
        position += entry.size + padding(entry.size)
      }
    }
  } finally {
    closeSync(source)
  }
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK

function copy(source: number, from: number | null, out: number, size: number, buffer: Buffer) {
  for (let done = 0; done < size; ) {
    const position = from === null ? null : from + done
    const read = readSync(source, buffer, 0, Math.min(CHUNK, size - done), position)
    if (read === 0) throw new Error('a file ends too early')
    for (let written = 0; written < read; ) written += writeSync(out, buffer, written, read - written)
    done += read
  }
}

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new Error(`this name is too long for the archive: ${name}`)
  block.write(name, 0)
  block.write(type === FOLDER ? '0000700\0' : '0000600\0', 100)
  block.write('0000000\0'.repeat(2), 108)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('00000000000\0', 136)
  block.write(type, 156)
  block.write('ustar\0' + '00', 257)
  block.write(checksum(block), 148)
  return block
}

// Counted as if its own field held blanks.
function checksum(block: Buffer): string {
  let sum = 8 * 32
  for (const [at, byte] of block.entries()) if (at < 148 || at >= 156) sum += byte
  return `${sum.toString(8).padStart(6, '0')}\0 `
}

function readHeader(block: Buffer): { name: string; size: number; type: string } {
  const field = (from: number, length: number) => block.toString('utf8', from, from + length).split('\0')[0] ?? ''
  if (block.toString('latin1', 148, 156) !== checksum(block)) throw new Error('the archive is damaged')
  const name = normalize(field(0, 100))
  if (name.startsWith('..') || name.startsWith('/')) throw new Error('the archive would write outside its folder')
  return { name, size: Number.parseInt(field(124, 12), 8), type: field(156, 1) }
}
