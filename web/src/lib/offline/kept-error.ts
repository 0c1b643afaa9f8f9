import type { KeptChange } from './kept.ts'

/** The change was not sent: this device keeps it. */
export class KeptError extends Error {
  readonly change: KeptChange

  constructor(change: KeptChange) {
    super('You are offline. This is sent when you are back online.')
    this.name = 'KeptError'
    this.change = change
  }
}
