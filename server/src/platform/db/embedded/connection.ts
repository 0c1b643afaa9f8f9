import { existsSync } from 'node:fs'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { columnTypes } from '../parsers.ts'
import type { Answer, Request } from './messages.ts'

const OPEN_WITHIN_MS = 120_000
const CLOSE_WITHIN_MS = 4_000

/** The open database: `pg`'s own client, whose wire is a message port to the thread that runs PGlite. */
export type Connection = {
  readonly client: pg.Client
  /** Kept when the thread has ended, for whatever reason. It never rejects. */
  readonly ended: Promise<void>
  /** Writes the database's files into one archive. Nothing else may run meanwhile. */
  pack(file: string): Promise<void>
  /** Ends the thread in the middle of whatever it does. What was committed is in the files. */
  terminate(): Promise<void>
  /** Closes the database properly and ends the thread. */
  close(): Promise<void>
}

/** Opens, or makes, the database in `folder`. @throws with PostgreSQL's last words where it cannot be opened */
export async function openConnection(folder: string): Promise<Connection> {
  const worker = new Worker(workerEntry(), { workerData: folder, name: 'database' })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let death: Error | null = null
  worker.on('error', (error) => {
    death = error instanceof Error ? error : new Error(String(error))
  })
  try {
    const answer = await firstAnswer(worker, ended)
    if (answer.kind === 'failed') throw new Error(answer.reason)
    if (answer.kind !== 'opened') throw new Error('the database thread ended before it had opened')
    return await connect(worker, ended)
  } catch (error) {
    await worker.terminate()
    throw death ?? error
  }
}

// In development the sources themselves are run; bundled, the worker lies beside the entry or one folder above a chunk.
function workerEntry(): string {
  const places = ['./worker.ts', './worker.js', '../worker.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = places.find((path) => existsSync(path))
  if (!found) throw new Error('the file of the database thread is missing from this build')
  return found
}

function firstAnswer(worker: Worker, ended: Promise<void>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database did not open in time')), OPEN_WITHIN_MS)
    worker.once('message', resolve)
    ended.then(() => reject(new Error('the database thread ended before it had opened')))
    ended.finally(() => clearTimeout(timer))
    worker.once('message', () => clearTimeout(timer))
  })
}

async function connect(worker: Worker, ended: Promise<void>): Promise<Connection> {
  const wire = new Wire(worker)
  const client = new pg.Client({
    stream: () => wire,
    types: columnTypes,
    // All spelt out, because what is missing would be taken from the environment of the process.
    user: 'postgres',
    database: 'postgres',
    host: 'embedded',
    ssl: false,
    options: '-c timezone=UTC',
    application_name: 'studiohub',
    pipeline: true,
  })
  // What ends the connection reaches every waiting statement; unheard, the event would end the process.
  client.on('error', () => {})
  ended.then(() => wire.destroy())
  await client.connect()
  const askFor = (request: Request) => worker.postMessage(request)
  return {
    client,
    ended,
    async pack(file) {
      const answered = new Promise<string | null>((resolve) => {
        worker.on('message', function listen(answer: Answer) {
          if (answer.kind !== 'packed') return
          worker.off('message', listen)
          resolve(answer.error)
        })
        ended.then(() => resolve('the database thread ended'))
      })
      askFor({ kind: 'pack', file })
      const problem = await answered
      if (problem !== null) throw new Error(problem)
    },
    async terminate() {
      await worker.terminate()
    },
    async close() {
      const impatient = setTimeout(() => void worker.terminate(), CLOSE_WITHIN_MS)
      askFor({ kind: 'close' })
      await ended
      clearTimeout(impatient)
    },
  }
}

/** What `pg` takes for its socket. Each batch of messages it writes goes to the thread and comes back as one answer. */
class Wire extends Duplex {
  readonly #worker: Worker

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    worker.on('message', (answer: Answer) => {
      if (answer.kind === 'wire') this.push(Buffer.from(answer.bytes.buffer))
    })
  }

  connect() {
    queueMicrotask(() => this.emit('connect'))
  }

  setNoDelay() {}

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  #send(chunks: Buffer[]) {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    const request: Request = { kind: 'wire', bytes }
    this.#worker.postMessage(request, [bytes.buffer])
  }
}
