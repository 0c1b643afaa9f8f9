import { Socket } from 'node:net'

/** A socket that joins all writes of one turn of the event loop into one. */
export class BatchingSocket extends Socket {
  #isCorked = false

  constructor() {
    super()
    // When a socket connects, Node sets its own `write` on it, which would hide this one.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(data: string | Uint8Array, encoding?: BufferEncoding | WriteCallback, done?: WriteCallback): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(data, encoding) : super.write(data, encoding, done)
  }
}
type WriteCallback = (error?: Error | null) => void
