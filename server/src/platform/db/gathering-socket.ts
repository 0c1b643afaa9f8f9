import { Socket } from 'node:net'

/** A socket that sends in one piece what is written before the program waits. */
export class GatheringSocket extends Socket {
  #gathers = false

  constructor() {
    super()
    // On connecting Node gives every socket a `write` of its own, which would stand before this one.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(data: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#gathers) {
      this.#gathers = true
      this.cork()
      process.nextTick(() => {
        this.#gathers = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(data, encoding) : super.write(data, encoding, done)
  }
}
type Done = (error?: Error | null) => void
