import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pack } from './archive.ts'
import type { Answer, Request } from './messages.ts'

// The database runs here because a statement blocks its thread until it is done: from outside the thread can be ended.

const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'timezone=UTC'],
  // The default of 128 MB is memory of this very process; the kernel keeps the same files in its own cache anyway.
  ...['-c', 'shared_buffers=64MB'],
  // Old log segments are removed and not kept for later: they would swell every snapshot with what nobody needs.
  ...['-c', 'wal_recycle=off'],
  ...['-c', 'min_wal_size=32MB'],
]

const lastWords: string[] = []

function remember(line: string): boolean {
  lastWords.push(line)
  if (lastWords.length > 10) lastWords.shift()
  return true
}

function answer(message: Answer) {
  parentPort?.postMessage(message, message.kind === 'wire' ? [message.bytes.buffer] : [])
}

async function open(): Promise<PGlite | null> {
  try {
    const dataDir = String(workerData)
    return await PGlite.create({ dataDir, startParams, extensions: { btree_gist }, onStderr: remember })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    answer({ kind: 'failed', reason: [reason, ...lastWords].join('\n') })
    return null
  }
}

async function converse(database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  await database.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData(chunk) {
      // A view on the memory of the database, which is written over: hence the copy.
      chunks.push(chunk.slice())
      length += chunk.length
    },
  })
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

function packed(file: string): Answer {
  try {
    pack(String(workerData), file)
    return { kind: 'packed', error: null }
  } catch (error) {
    return { kind: 'packed', error: error instanceof Error ? error.message : String(error) }
  }
}

const database = await open()
if (database) {
  parentPort?.on('message', async (request: Request) => {
    if (request.kind === 'wire') answer({ kind: 'wire', bytes: await converse(database, request.bytes) })
    else if (request.kind === 'pack') answer(packed(request.file))
    else {
      await database.close()
      parentPort?.close()
    }
  })
  answer({ kind: 'opened' })
}
